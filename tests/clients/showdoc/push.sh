#!/usr/bin/env bash
# Writes pages with the key and the token of an item, as build scripts do:
#
#     push.sh https://docs.example.org API_KEY API_TOKEN
#
# Ends with 0 and `as promised`, else says what was not.
set -euo pipefail
site=$1 api_key=$2 api_token=$3

fail() {
  echo "not as promised: $*" >&2
  exit 1
}

# One page, made and then written again: it is found by its title within the catalog.
for text in 'first' 'second & last'; do
  reply=$(curl -sS -d "api_key=$api_key" -d "api_token=$api_token" \
    --data-urlencode 'cat_name=From the build/Nightly' --data-urlencode 'page_title=Report' \
    --data-urlencode "page_content=$text" -d 's_number=5' \
    "$site/server/index.php?s=/api/item/updateByApi")
  [[ $reply == '{"error_code":0,'*'"page_id":'* ]] || fail "item/updateByApi says $reply"
  page=$(sed -E 's/.*"page_id":"?([0-9]+).*/\1/' <<<"$reply")
  [ "${first:=$page}" = "$page" ] || fail "the page of one title became two: $first, $page"
done

# The same page by the other name of the call, and by the catalog and the one below it.
for name in item/updateByApi open/updateItem; do
  reply=$(curl -sS -d "api_key=$api_key" -d "api_token=$api_token" \
    --data-urlencode 'cat_name=From the build' --data-urlencode 'cat_name_sub=Nightly' \
    --data-urlencode 'page_title=Report' --data-urlencode "page_content=by $name" \
    "$site/server/index.php?s=/api/$name")
  page=$(sed -E 's/.*"page_id":"?([0-9]+).*/\1/' <<<"$reply")
  [ "$first" = "$page" ] || fail "$name with cat_name_sub says $reply"
done

# A token that is not the item's writes nothing.
reply=$(curl -sS -d "api_key=$api_key" -d "api_token=0$api_token" -d 'page_title=No' -d 'page_content=no' \
  "$site/server/index.php?s=/api/item/updateByApi")
[[ $reply == *'"error_code":10306'* ]] || fail "a wrong token is answered with $reply"

# The calls of 3.9 for pages, catalogs and files; reading goes by GET as well.
# open NAME FIELD=VALUE…
open_call() {
  local name=$1 arguments=()
  shift
  for field in "$@"; do arguments+=(-F "$field"); done
  curl -sS -F "api_key=$api_key" -F "api_token=$api_token" "${arguments[@]}" "$site/server/index.php?s=/api/open/$name"
}
# number FIELD REPLY
number() { sed -E "s/.*\"$1\":\"?([0-9]+).*/\1/" <<<"$2"; }
reply=$(curl -sSG -d "api_key=$api_key" -d "api_token=$api_token" -d "page_id=$first" --data-urlencode 's=/api/open/getPage' \
  "$site/server/index.php")
[[ $reply == '{"error_code":0,'*'"page_title":"Report"'*'"page_content":"by open/updateItem"'* ]] || fail "open/getPage says $reply"
reply=$(open_call getPage 'page_title=Report')
[ "$(number page_id "$reply")" = "$first" ] || fail "open/getPage by the title says $reply"
reply=$(open_call getCatalogTree)
[[ $reply == '{"error_code":0,'*'"pages":['*'"catalogs":['*'"page_content":"by open/updateItem"'* ]] || fail "open/getCatalogTree says $reply"
reply=$(open_call createCatalog 'cat_name=Made' 's_number=3')
[[ $reply == '{"error_code":0,'*'"cat_name":"Made"'* ]] || fail "open/createCatalog says $reply"
catalog=$(number cat_id "$reply")
reply=$(open_call updateCatalog "cat_id=$catalog" 'cat_name=Renamed')
[[ $reply == '{"error_code":0,'*'"cat_name":"Renamed"'* ]] || fail "open/updateCatalog says $reply"
reply=$(open_call deleteCatalog "cat_id=$catalog")
[ "$(number cat_id "$reply")" = "$catalog" ] || fail "open/deleteCatalog says $reply"
reply=$(open_call uploadAttachment "page_id=$first" "file=@$0;filename=script.txt")
[[ $reply == '{"error_code":0,'*'"url":"http'*'"file_id":'*'"sign":"'* ]] || fail "open/uploadAttachment says $reply"
reply=$(open_call deleteAttachment "file_id=$(number file_id "$reply")")
[[ $reply == '{"error_code":0,'*'"file_id":'* ]] || fail "open/deleteAttachment says $reply"
reply=$(open_call updatePage 'page_title=To go' 'page_content=soon gone')
reply=$(open_call deletePage "page_id=$(number page_id "$reply")")
[[ $reply == '{"error_code":0,'*'"page_id":'* ]] || fail "open/deletePage says $reply"

# Comments in source text, as the generator script posts them.
source_text='/**
 * showdoc
 * @catalog From the build/Comments
 * @title Cancel order
 * @description Cancels an order
 * @method post
 * @url https://api.example.test/v2/orders/cancel
 * @param order_no 必选 string number
 * @return {"code":0}
 */'
reply=$(curl -sS --data-urlencode 'from=shell' --data-urlencode "api_key=$api_key" \
  --data-urlencode "api_token=$api_token" --data-urlencode "content=$source_text" \
  "$site/server/index.php?s=/api/open/fromComments")
[ "$reply" = 成功 ] || fail "open/fromComments says $reply"

# Tables of a database, as the dictionary script posts them.
tab=$(printf '\t')
reply=$(curl -sS --data-urlencode "api_key=$api_key" --data-urlencode "api_token=$api_token" -d 'cat_name=Tables' \
  --data-urlencode "table_info=TABLE_NAME${tab}TABLE_COMMENT
orders${tab}What people ordered" \
  --data-urlencode "table_detail=TABLE_NAME${tab}COLUMN_NAME${tab}COLUMN_DEFAULT${tab}IS_NULLABLE${tab}COLUMN_TYPE${tab}COLUMN_COMMENT
orders${tab}id${tab}NULL${tab}NO${tab}int${tab}number" \
  "$site/server/index.php?s=/api/open/updateDbItem")
[ "$reply" = 成功 ] || fail "open/updateDbItem says $reply"

echo 'as promised'
