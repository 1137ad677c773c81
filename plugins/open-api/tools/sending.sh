
# From here on the same in all scripts: what `collect` writes is sent as one request.

MOST_BYTES=4000000
MOST_TRIES=10

fail() {
  printf '%s: %s\n' "$SCRIPT" "$1" >&2
  exit 1
}

need() {
  command -v "$1" >/dev/null 2>&1 || fail "it needs $1, which is not installed"
}

# A text between quotes in a configuration of curl.
quoted() {
  printf '%s' "$1" | tr '\n\r' '  ' | sed 's/[\\"]/\\&/g'
}

# The key goes to curl by its input: arguments of programs can be seen by everybody on the machine.
post() {
  cd "$folder" || exit 1
  curl --config - <<CONFIG
silent
show-error
connect-timeout = 20
output = "answer"
dump-header = "headers"
write-out = "%{http_code}"
header = "Accept-Language: $(quoted "${OCTAVO_LANGUAGE:-en}")"
header = "Expect:"
form-string = "api_key=$(quoted "$OCTAVO_KEY")"
form-string = "api_token=$(quoted "$OCTAVO_TOKEN")"
form-string = "cat_name=$(quoted "${OCTAVO_CATALOG:-}")"
form = "content=<content"
url = "$(quoted "${OCTAVO_URL%/}/api/$ADDRESS")"
CONFIG
}

# A number or a text of the answer, which is JSON on one line.
field() {
  sed -n "s/^.*\"$1\":\"\{0,1\}\([^\",}]*\).*\$/\1/p" "$folder/answer"
}

umask 077
need curl
[ -n "${OCTAVO_URL:-}" ] || fail 'OCTAVO_URL is not set: the address of the site, such as https://docs.example.org'
[ -n "${OCTAVO_KEY:-}" ] || fail 'OCTAVO_KEY is not set: the API key of the item, from its settings'
[ -n "${OCTAVO_TOKEN:-}" ] || fail 'OCTAVO_TOKEN is not set: the API token of the item, from its settings'

folder=$(mktemp -d) || fail 'no temporary folder can be made'
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' HUP INT TERM

(collect "$@") >"$folder/all" || exit 1
# No page can hold this sign.
tr -d '\000' <"$folder/all" >"$folder/content"
[ -s "$folder/content" ] || fail "$NOTHING"
bytes=$(wc -c <"$folder/content")
[ "$bytes" -le "$MOST_BYTES" ] || fail "that is too much for one time ($bytes bytes); do it in parts"

tries=1
while :; do
  status=$(post) || fail "the server at $OCTAVO_URL cannot be reached"
  case $status in
    429 | 503) ;;
    *) break ;;
  esac
  [ "$tries" -lt "$MOST_TRIES" ] || fail 'the server is too busy; try again later'
  tries=$((tries + 1))
  pause=$(sed -n 's/^[Rr]etry-[Aa]fter: *\([0-9]\{1,3\}\).*$/\1/p' "$folder/headers")
  printf '%s: the server asks to wait %s seconds\n' "$SCRIPT" "${pause:-10}" >&2
  sleep "${pause:-10}"
done

case $status in
  3??) fail "$OCTAVO_URL leads elsewhere; set OCTAVO_URL to the address that the browser shows" ;;
esac
code=$(field error_code)
case $code in
  0) printf 'pages made: %s, changed: %s, as before: %s, in %s/%s\n' \
    "$(field made)" "$(field changed)" "$(field same)" "${OCTAVO_URL%/}" "$(field item_id)" ;;
  '' | *[!0-9-]*) fail "what answers at $OCTAVO_URL is not Octavo (HTTP $status)" ;;
  *) fail "$(sed -n 's/^.*"error_message":"\([^"]*\)".*$/\1/p' "$folder/answer") ($code)" ;;
esac
