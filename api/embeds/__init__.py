"""Replays on other people's pages: what is packed and served to browsers, and the ways to embed it.

The JavaScript itself is in `api/web`:

    catalog     its catalogue of rule systems (api/web/catalog.js)
    blank, modules, pack
                from readable modules to the files in api/web/served (`make pack`)
    served      these files
    kept        the same in storage, with those of earlier releases
    snippet     what page owners paste
    share       what a game's page says to other sites
    oembed      answers of oEmbed
    picture, drawn
                still pictures
    single      one file that works without a network (`fairdice embed`)
"""
