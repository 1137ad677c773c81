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
# Only such comments are sent, no code: each begins its line, and every other line of it begins with an asterisk. What
# asks for a page and is written otherwise, or seems to lie within a string, is named and left out.
# Run again it updates the pages; descriptions that people wrote there stay.
# OCTAVO_LANGUAGE says in which language the server answers: en or zh-cn.

SCRIPT=octavo-api.sh
ADDRESS=open/fromComments
OCTAVO_CATALOG=
NOTHING='there is no comment with @title in these files'

# Nothing but comments that ask for a page, each on lines of its own. Languages write strings in many ways, so the form of
# a comment decides before all: code that looks like one line by line is found nowhere else.
COMMENTS='
  BEGIN {
    # Minified code holds no comments.
    MOST_SCANNED = 2000
    MOST_SIGNS = 100000
    # Strings of one line, regular expressions where a value begins, and what may go on behind the line.
    TOKEN = "\"\"\"|\047\047\047|\"([^\"\\\\]|\\\\.)*\"|\047([^\047\\\\]|\\\\.)*\047|//|/[*]|`|" \
      "[(,=:!&|?{};][ \t]*/([^/*\\\\]|\\\\.)([^/\\\\]|\\\\.)*/"
    NOT_LINES = "not each of its lines begins with an asterisk"
    isComment = isBlock = inLine = inString = 0
    quote = ""
  }
  function left(line, why) {
    print FILENAME ", line " line ": a comment with @title is left out, for " why | "cat 1>&2"
  }
  function ended() {
    if (isComment && isTitled && isMarked) {
      if (wrong == "") printf "%s", comment
      else left(isComment, wrong)
    }
    isComment = 0
  }
  # What begins in code and goes on behind its line: a string of several lines, or another comment.
  function scan(   token, at) {
    if (length(rest) > MOST_SCANNED) return
    while (rest != "") {
      if (isBlock) {
        at = index(rest, "*/")
        if (inLine && (at ? substr(rest, 1, at) : rest) ~ /@title/) {
          left(inLine, "it does not begin its line")
          inLine = 0
        }
        if (!at) return
        rest = substr(rest, at + 2)
        isBlock = 0
      }
      else if (quote != "") {
        if (!(at = index(rest, quote))) return
        if (substr(rest, 1, at - 1) ~ /(^|[^\\])(\\\\)*\\$/) rest = substr(rest, at + 1)
        else {
          rest = substr(rest, at + length(quote))
          quote = ""
        }
      }
      else {
        if (!match(rest, TOKEN)) return
        token = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        if (token == "//") return
        if (token == "/*") {
          isBlock = 1
          inLine = substr(rest, 1, 1) == "*" ? FNR : 0
        }
        else if (token == "`" || token == "\"\"\"" || token == "\047\047\047") {
          quote = token
          inString = 0
        }
      }
    }
  }
  {
    rest = $0
    if (FNR == 1) sub(/^\357\273\277/, "", rest)
    isBegun = rest ~ /^[ \t]*\/\*\*/ && rest !~ /^[ \t]*\/\*\*\//
    if (quote != "") {
      if (isBegun) inString = FNR
      if (inString && rest ~ /@title/) {
        left(inString, "it seems to lie within a string")
        inString = 0
      }
    }
    else if (isBegun) {
      wrong = NOT_LINES
      ended()
      isComment = FNR
      isBlock = isTitled = isMarked = 0
      comment = wrong = ""
      rest = substr(rest, index(rest, "/**"))
    }
    if (isComment) {
      if (isComment != FNR && rest !~ /^[ \t]*(\*|\r?$)/) wrong = NOT_LINES
      if (length(comment) > MOST_SIGNS) wrong = "it is too long"
      opening = isComment == FNR ? 3 : 0
      end = index(substr(rest, 1 + opening), "*/")
      line = end ? substr(rest, 1, opening + end + 1) : rest
      if (line ~ /@title/) isTitled = 1
      if (tolower(line) ~ /octavo|showdoc/) isMarked = 1
      if (wrong == "") comment = comment line "\n"
      if (!end) next
      ended()
      rest = substr(rest, opening + end + 2)
    }
    scan()
  }
  END {
    wrong = "it does not end"
    ended()
  }'

collect() {
  [ $# -gt 0 ] || set -- .
  for place; do
    [ -e "$place" ] || fail "there is no $place"
    # What begins with a hyphen would be an option of find, and a name with a sign of equality a variable of awk.
    case $place in /*) ;; *) place=./$place ;; esac
    find "$place" \( -name .git -o -name .svn -o -name node_modules -o -name vendor \) -prune -o -type f -size -4000 \
      -exec grep -q '@title' {} \; -exec awk "$COMMENTS" {} \;
  done
}
