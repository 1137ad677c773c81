#!/usr/bin/env bash
# Logs in with the password of before and reads what a script knows by its number:
#
#     read.sh https://docs.example.org USERNAME PASSWORD ITEM PAGE
#
# Ends with 0 and `as promised`, else says what was not.
set -euo pipefail
site=$1 username=$2 password=$3 item=$4 page=$5

fail() {
  echo "not as promised: $*" >&2
  exit 1
}

reply=$(curl -sS --data-urlencode "username=$username" --data-urlencode "password=$password" \
  "$site/server/index.php?s=/api/user/login")
[[ $reply == '{"error_code":0,'* ]] || fail "user/login says $reply"
token=$(sed -E 's/.*"user_token":"([^"]+)".*/\1/' <<<"$reply")

# call NAME FIELD=VALUE…
call() {
  local name=$1 arguments=()
  shift
  for field in "$@"; do arguments+=(--data-urlencode "$field"); done
  curl -sS "${arguments[@]}" --data-urlencode "user_token=$token" "$site/server/index.php?s=/api/$name"
}

reply=$(call user/info)
[[ $reply == '{"error_code":0,'*'"uid":'* ]] || fail "user/info says $reply"
reply=$(call item/myList)
[[ $reply == '{"error_code":0,'*"\"item_id\":$item,"* || $reply == *"\"item_id\":\"$item\""* ]] || fail "item/myList says $reply"
reply=$(call item/info "item_id=$item")
[[ $reply == '{"error_code":0,'*'"menu":'* ]] || fail "item/info says $reply"
reply=$(call item/info "item_id=$item" 'keyword=a')
[[ $reply == '{"error_code":0,'* ]] || fail "item/info with a keyword says $reply"
reply=$(call page/info "page_id=$page")
[[ $reply == '{"error_code":0,'*'"page_content":'* ]] || fail "page/info says $reply"
reply=$(curl -sS -H "X-API-Token: $token" -d "page_id=$page" "$site/server/index.php?s=/api/page/info")
[[ $reply == '{"error_code":0,'*'"page_content":'* ]] || fail "page/info with the token in a header says $reply"
reply=$(call page/history "page_id=$page")
[[ $reply == '{"error_code":0,'* ]] || fail "page/history says $reply"
reply=$(call catalog/catListGroup "item_id=$item")
[[ $reply == '{"error_code":0,'* ]] || fail "catalog/catListGroup says $reply"
reply=$(call user/logout 'confirm=1')
[[ $reply == '{"error_code":0,'* ]] || fail "user/logout says $reply"
reply=$(call page/info "page_id=$page")
[[ $reply != '{"error_code":0,'* ]] || [ "${6:-closed}" = open ] || fail 'a token is good for something after the logout'

echo 'as promised'
