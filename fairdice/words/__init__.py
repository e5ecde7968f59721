"""Games in words: what an event did, what is due next, what a legal move would do.

Places are named by progress, as records and position documents name them: ``20``, ``52 (column)``, ``home``.  Names
come from records: they are made printable, and a name that is not one plain word stands in quotation marks, so that no
name can be read as a part of the sentence.
"""
