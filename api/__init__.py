"""The service: dice, log and referee for hosts of games, over HTTP.

    service/    the heart: live tables, who may do what, what happens by itself, keys, records; it knows no HTTP
    storage/    everything that is kept: one contract, SQLite and PostgreSQL
    webhooks/   messages to hosts
    http/       what all operations share: credentials, retries, preconditions, limits, problems, the document
    schemas/    bodies and queries that are taken, answers that are described
    resources/  the operations, one module for each subject
    cli/        the commands that run and administer the service
    pages/      what the pages for people show
    embeds/     replays on other people's pages: what is packed and served to browsers
    web/        what runs in the browser, in JavaScript: the verifier and the replay player
    templates/, static/   the pages

`app.create_app` makes the application of a `service.service.Service`; `wsgi` and `gunicorn_conf` are for production.
`api` may import `fairdice` and `replay`; neither of them imports `api`.
"""
