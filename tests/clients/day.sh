#!/usr/bin/env bash
# A day's work with curl alone:
#
#     day.sh https://docs.example.org/api/ cookies|token USERNAME PASSWORD
#
# With `cookies` a jar keeps the login (-c, -b); with `token` every call carries user_token. The first argument is what
# stands before the name of a call, so ShowDoc's /server/index.php?s=/api/ does as well. Ends with 0 when everything was
# as promised, else says what was not.
set -euo pipefail

calls=$1 login_by=$2 username=$3 password=$4
site=$(sed -E 's#^([a-z]+://[^/]+).*#\1#' <<<"$calls")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
jar=$work/jar
token=''

fail() {
  echo "not as promised: $*" >&2
  exit 1
}

# call NAME FIELD=VALUE… ; @FILE as a value sends a file. Prints the reply.
call() {
  local name=$1 kind=--data-urlencode arguments=()
  shift
  for field in "$@"; do [[ $field == *=@* ]] && kind=--form; done
  for field in "$@" ${token:+"user_token=$token"}; do arguments+=("$kind" "$field"); done
  [ "$login_by" = token ] || arguments+=(-b "$jar" -c "$jar")
  # Without any field it is a POST all the same.
  curl -sS -X POST "${arguments[@]}" "$calls$name"
}
# done_call NAME FIELD=VALUE… : the same for a call that has to succeed.
done_call() {
  local reply
  reply=$(call "$@")
  [[ $reply == '{"error_code":0,'* ]] || fail "$1 says $reply"
  echo "$reply"
}
# first NAME : the first value of this name in the JSON of a reply.
first() { grep -oE "\"$1\":\"?[^\",}]*" | head -n 1 | sed -E "s/^\"$1\":\"?//"; }

login=$(done_call user/login "username=$username" "password=$password")
[ "$login_by" = token ] && token=$(first user_token <<<"$login")
[ "$(done_call user/info | first username)" = "$username" ] || fail 'a login lasts'

item=$(done_call item/add item_name=Payments item_type=1 password=sesame | first item_id)
catalog=$(done_call catalog/save "item_id=$item" cat_name=Guides parent_cat_id=undefined | first cat_id)
done_call catalog/save "item_id=$item" "cat_id=$catalog" 'cat_name=All guides' parent_cat_id=undefined >/dev/null
done_call catalog/catListGroup "item_id=$item" | grep -q '"cat_name":"All guides"' || fail 'a catalog is renamed'

page=$(done_call page/save page_id=0 "item_id=$item" "cat_id=$catalog" page_title=Prices 'page_content=# 100% & 支付' | first page_id)
done_call page/info "page_id=$page" | grep -q '"page_content":"# 100% & 支付"' || fail 'a text comes back as it was sent'
done_call page/setLock "page_id=$page" "item_id=$item" >/dev/null
done_call page/save "page_id=$page" "item_id=$item" page_title=Prices page_content=later >/dev/null
done_call page/setLock "page_id=$page" "item_id=$item" lock_to=1000 >/dev/null
done_call page/history "page_id=$page" | grep -q '支付' || fail 'the former text is kept'

head -c 3000 /dev/urandom >"$work/numbers.bin"
done_call page/upload "file=@$work/numbers.bin" "page_id=$page" "item_id=$item" >/dev/null
file=$(done_call page/uploadList "page_id=$page" | first url)
[[ $file == "$site/attachment/"* ]] || fail "the address of a file is whole: $file"
key=$(done_call page/createSinglePage "page_id=$page" isCreateSiglePage=1 | first unique_key)
curl -sS "$file?key=$key" | cmp - "$work/numbers.bin" || fail 'a shared page brings its files byte for byte'
[ "$(curl -sS -o /dev/null -w '%{http_code}' "$file")" = 404 ] || fail 'a file of a private item is closed'
[ "$(curl -sS -d "unique_key=$key" "${calls}page/infoByKey" | first page_content)" = later ] || fail 'the link of a page opens it'

# Nobody else gets in by saying nothing, and no other website by the cookie or without it.
curl -sS -d "page_id=$page" "${calls}page/info" | grep -q '"error_code":10303' || fail 'a private item is closed'
if [ "$login_by" = cookies ]; then
  curl -sS -b "$jar" -H 'Origin: https://evil.example' -d "page_id=$page" "${calls}page/delete" |
    grep -q '"error_code":10430' || fail 'another website is refused'
fi

done_call page/delete "page_id=$page" >/dev/null
done_call recycle/recover "item_id=$item" "page_id=$page" >/dev/null
[ "$(done_call page/info "page_id=$page" | first page_content)" = later ] || fail 'a page comes back from the bin'
done_call item/delete "item_id=$item" "password=$password" >/dev/null
done_call user/logout confirm=1 >/dev/null
call item/myList | grep -q '"error_code":10102' || fail 'after the logout nobody is logged in'
echo 'as promised'
