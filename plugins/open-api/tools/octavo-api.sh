#!/bin/sh
# Makes API documents in an item of Octavo of the comments in source code.
#
#   OCTAVO_URL=https://docs.example.org OCTAVO_KEY=… OCTAVO_TOKEN=… sh octavo-api.sh [folder or file …]
#
# It takes comments that begin with a slash and two asterisks, hold the word "octavo" (or "showdoc") and a title:
#
#   /**
#    * octavo
#    * @catalog Users/Login
#    * @title Log in
#    * @description Checks a name and a password.
#    * @method post
#    * @url /api/login
#    * @header token optional string The token of the device
#    * @param username required string The name
#    * @json_param {"username": "ada"}
#    * @return {"token": "…"}
#    * @return_param token string What later calls send along
#    * @remark What else there is to know
#    * @number 1
#    */
#
# Only comments are sent, no code. Run again it updates the pages; descriptions that people wrote there stay.
# OCTAVO_LANGUAGE says in which language the server answers: en or zh-cn.

SCRIPT=octavo-api.sh
ADDRESS=open/fromComments
OCTAVO_CATALOG=
NOTHING='there is no comment with @title in these files'

# Nothing but comments, each on lines of its own; one that its file does not end is left out.
COMMENTS='
  FNR == 1 { isComment = 0 }
  !isComment && (begin = index($0, "/**")) && substr($0, begin, 4) != "/**/" {
    isComment = 1
    comment = ""
    $0 = substr($0, begin)
  }
  isComment {
    end = index(substr($0, 1 + 3 * (comment == "")), "*/")
    if (end == 0) comment = comment $0 "\n"
    else {
      print comment substr($0, 1, end + 1 + 3 * (comment == ""))
      isComment = 0
    }
  }'

collect() {
  [ $# -gt 0 ] || set -- .
  for place; do
    [ -e "$place" ] || fail "there is no $place"
    # What begins with a hyphen would be an option of find.
    case $place in -*) place=./$place ;; esac
    find "$place" \( -name .git -o -name .svn -o -name node_modules -o -name vendor \) -prune -o -type f -size -4000 \
      -exec grep -q '@title' {} \; -exec awk "$COMMENTS" {} \;
  done
}
