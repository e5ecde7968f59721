"""The replay in a real browser: how fast a record is verified and shown, how fast seeks are, how much is loaded.

Chromium is started as the tests start it (tests/browser); each first load has a context of its own, so that nothing is
compiled or cached.  The times are wall-clock times of the page, medians, on a machine that should have nothing else to
do; the ratios are between what took turns in the same browser.  The peers come from npm (packages.txt): `.ci/setup
bench` unpacks them beside the virtual environment, and what is not there is said, not measured.
"""
