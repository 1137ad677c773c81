#!/usr/bin/env bash
# What was given to people without an account: a page by its key, a mock, a file by its former addresses.
#
#     shared.sh https://docs.example.org PAGE_KEY ITEM MOCK_PATH MOCK_WORD SIGN SHA256
#
# Ends with 0 and `as promised`, else says what was not.
set -euo pipefail
site=$1 page_key=$2 item=$3 mock_path=$4 mock_word=$5 sign=$6 sha256=$7

fail() {
  echo "not as promised: $*" >&2
  exit 1
}

reply=$(curl -sS -d "unique_key=$page_key" "$site/server/index.php?s=/api/page/infoByKey")
[[ $reply == '{"error_code":0,'*'"page_content":'* ]] || fail "page/infoByKey says $reply"

reply=$(curl -sS "$site/mock-path/$item&path=$mock_path")
[[ $reply == *"$mock_word"* ]] || fail "the mock says $reply"

sum=$(curl -sSL "$site/server/index.php?s=/api/attachment/visitFile&sign=$sign" | sha256sum | cut -d' ' -f1)
[ "$sum" = "$sha256" ] || fail "the file $sign is another one"

echo 'as promised'
