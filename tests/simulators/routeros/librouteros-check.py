#!/usr/bin/python3
"""Asks a router about one device with librouteros, a client that this project did not write.

    librouteros-check.py <host> <port> <user> <password> <mac>             read
    librouteros-check.py <host> <port> <user> <password> <mac> exercise    also write, and provoke refusals

Prints one JSON object. Reading: {"login": "ok", "active": row, "user": row, "profile": row}, null for a row that is
not there. A refused log-in: {"login": "refused", "message": text} and status 1. Needs Debian's python3-librouteros.
"""

import json
import sys

try:
    import librouteros
    from librouteros.exceptions import TrapError
    from librouteros.query import Key
except ImportError:
    sys.exit("librouteros is missing. Install it for /usr/bin/python3: apt-get install python3-librouteros")


def first(api, path, *conditions):
    """The first row of a menu that meets the conditions, or None."""
    rows = list(api.rawCmd(path + "/print", *conditions))
    return rows[0] if rows else None


def device(api, mac):
    active = first(api, "/ip/hotspot/active", "?mac-address=" + mac)
    name = str(active["user"]) if active else mac
    user = first(api, "/ip/hotspot/user", "?name=" + name)
    profile = first(api, "/ip/hotspot/user/profile", "?name=" + str(user["profile"])) if user else None
    return {"active": active, "user": user, "profile": profile}


def trap_of(act):
    """The text of the refusal, or None if there was none."""
    try:
        act()
    except TrapError as trap:
        return str(trap)
    return None


def exercise(api, mac):
    users = api.path("ip", "hotspot", "user")
    profiles = api.path("ip", "hotspot", "user", "profile")
    profile = profiles.add(name="checked", **{"rate-limit": "1M/2M"})
    user = users.add(name="checked-user", password="checked", profile="checked", **{"limit-uptime": "1h"})
    users.update(**{".id": user, "comment": "changed = twice"})
    name = Key("name")
    rows = list(users.select(Key(".id"), name, Key("comment")).where(name == "checked-user"))
    result = {
        "ids": [profile, user],
        "rows": rows,
        "empty": list(users.select(name).where(name == "nobody")),
        "traps": {
            "twice": trap_of(lambda: users.add(name="checked-user")),
            "profile": trap_of(lambda: users.add(name="other", profile="nothing")),
            "parameter": trap_of(lambda: users.add(name="other", colour="red")),
            "item": trap_of(lambda: users.remove("*FFFF")),
            "path": trap_of(lambda: list(api("/ip/nothing/print"))),
            "verb": trap_of(lambda: list(api("/ip/hotspot/user/dance"))),
            "host": trap_of(lambda: list(api("/ip/hotspot/active/login", user=mac, ip="192.0.2.1"))),
        },
    }
    users.remove(user)
    profiles.remove(profile)
    result["left"] = list(users.select(name).where(name == "checked-user"))
    return result


def main():
    if len(sys.argv) not in (6, 7):
        sys.exit(__doc__)
    host, port, user, password, mac = sys.argv[1:6]
    try:
        api = librouteros.connect(host, user, password, port=int(port), encoding="utf-8", timeout=10)
    except TrapError as trap:
        print(json.dumps({"login": "refused", "message": str(trap)}))
        return 1
    answer = {"login": "ok", **device(api, mac.upper())}
    if len(sys.argv) == 7:
        answer["exercise"] = exercise(api, mac.upper())
    print(json.dumps(answer))
    api.close()
    return 0


sys.exit(main())
