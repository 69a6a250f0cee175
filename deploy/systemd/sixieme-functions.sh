# What sixieme-install, sixieme-upgrade and sixieme-rollback have in common; `folder` is of a release.
home=/opt/sixieme
bin=/usr/local/sbin
began=$(date +%s)

step() { printf '%4d s  %s\n' $(($(date +%s) - began)) "$*"; }
fail() { echo "$*" >&2; exit 1; }

version_in() { sed -n 's/^VERSION = "\(.*\)"$/\1/p' "$1/config/__init__.py"; }

# The name of a release: its version, and of a clone between two versions also the commit.
name_of() {
    version=$(version_in "$1")
    [ -n "$version" ] || fail "$1 holds no release of Sixième."
    commit=$(git -c safe.directory='*' -C "$1" rev-parse --short HEAD 2> /dev/null) || commit=
    tag=$(git -c safe.directory='*' -C "$1" tag --points-at HEAD 2> /dev/null) || tag=
    [ -z "$commit" ] || [ "$tag" = "v$version" ] || version=$version-$commit
    echo "$version"
}

# Copy a release from a clone or an unpacked archive, with its packages, to a folder of its own.
unpack() { # SOURCE RELEASE
    mkdir -p "$home"
    rm -rf "$home/.new"
    mkdir "$home/.new"
    if [ -d "$1/.git" ]; then
        git -c safe.directory='*' -C "$1" archive HEAD | tar -x -C "$home/.new"
    else
        (cd "$1" && tar -c --exclude=.venv --exclude=./var --exclude=__pycache__ .) | tar -x -C "$home/.new"
    fi
    # None of these serves anybody.
    rm -rf "$home/.new/tests" "$home/.new/bench" "$home/.new/drawing" "$home/.new/docs/screenshots"
    before=$home/current
    languages=$(ls "$home/.new/locale")
    if cmp -s "$before/requirements/base.txt" "$home/.new/requirements/base.txt" &&
        [ "$languages" = "$(ls "$before/locale")" ]; then
        # The same packages: links to the same files take no room.
        cp -al "$before/.venv/" "$home/.new/.venv"
    else
        python3 -m venv "$home/.new/.venv"
        sentry=
        ! ls -d "$before"/.venv/lib/python3*/site-packages/sentry_sdk > /dev/null 2>&1 ||
            sentry="-r $home/.new/requirements/sentry.txt"
        # shellcheck disable=SC2086 # no file is no word
        "$home/.new/.venv/bin/python" -m pip install --quiet --disable-pip-version-check \
            --require-hashes -r "$home/.new/requirements/base.txt" $sentry
        # A quarter of what was installed is for those who change or install packages.
        "$home/.new/.venv/bin/python" -m pip uninstall --quiet --yes pip setuptools 2> /dev/null
        find "$home/.new/.venv/lib" -type d -name tests -prune -exec rm -rf {} +
        find "$home"/.new/.venv/lib/python3*/site-packages/twisted -type d -name test -prune -exec rm -rf {} +
        find "$home/.new/.venv/lib" -name '*.po' -delete
        # Of a hundred languages it speaks its own and English.
        spoken=en$(printf '|%s' $languages)
        find "$home/.new/.venv/lib" -regextype posix-extended -name '*.mo' \
            ! -regex ".*/locale/($spoken)/.*" -delete
    fi
    # The user of the site may not write here, and would compile all at each start.
    "$home/.new/.venv/bin/python" -m compileall -q "$home/.new/accounts" "$home/.new/config" \
        "$home/.new/games" "$home/.new/leagues" "$home/.new/monitoring"
    chown -R root:root "$home/.new"
    chmod -R go=u,go-w "$home/.new"
    mv "$home/.new" "$2"
}

# Let the units, the commands and the link be those of a release.
switch_to() { # RELEASE
    for unit in "$1"/deploy/systemd/*.service "$1"/deploy/systemd/*.target "$1"/deploy/systemd/*.timer; do
        install -m 644 "$unit" /etc/systemd/system/
    done
    for command in sixieme-manage sixieme-restart sixieme-upgrade sixieme-rollback sixieme-functions.sh; do
        install "$1/deploy/systemd/$command" "$bin/.$command"
        mv "$bin/.$command" "$bin/$command"
    done
    ln -sfn "$1" "$home/.current"
    mv -T "$home/.current" "$home/current"
    systemctl daemon-reload
}

is_federation() { [ -n "$(systemctl list-unit-files --plain --no-legend --state=enabled sixieme.target)" ]; }

stop_all() { systemctl stop sixieme.service sixieme.target 'sixieme@*.service' sixieme-keeper.service; }

start_all() {
    if is_federation; then
        systemctl start sixieme-prepare.service sixieme.target
    else
        systemctl start sixieme.service
    fi
}
