"""The live connection: commands come in, new versions go out.

consumer.py is the socket of a page, commands.py executes what it sends through the services,
publishing.py announces the new version, hub.py and rooms.py bring it to every page of this process,
table_views.py renders it as regions.py compares and sends it. executor.py holds the threads for the
database, announcer.py tells other processes, keeper.py makes the moves of bots and of the clock.
"""
