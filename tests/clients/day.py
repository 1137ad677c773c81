"""A day's work of a program that knows nothing of this product but its REST calls. Needs the standard library alone.

    python3 day.py https://docs.example.org/api/ cookies|token USERNAME PASSWORD

With `cookies` a jar keeps the login, as a browser's would; with `token` every call carries `user_token` and no cookie.
No request says where it comes from. The last argument but three is what stands before the name of a call, so ShowDoc's
`/server/index.php?s=/api/` does as well. Ends with 0 when everything was as promised, else says what was not.
"""

import base64
import http.cookiejar
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

CALLS, LOGIN_BY, USERNAME, PASSWORD = sys.argv[1:5]
SITE = "{0.scheme}://{0.netloc}".format(urllib.parse.urlsplit(CALLS))
PICTURE = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
WAIT_SECONDS = 60


class Refused(Exception):
    def __init__(self, call, reply):
        super().__init__("%s: %s %s" % (call, reply["error_code"], reply["error_message"]))
        self.code = reply["error_code"]


class Client:
    """One program: with a jar of cookies, or with a token that it sends in the body."""

    def __init__(self, keeps_cookies):
        jar = http.cookiejar.CookieJar() if keeps_cookies else http.cookiejar.CookieJar(
            http.cookiejar.DefaultCookiePolicy(allowed_domains=[])
        )
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self.keeps_cookies = keeps_cookies
        self.token = ""

    def call(self, name, **fields):
        body = urllib.parse.urlencode(self.with_token(fields)).encode()
        return self.data_of(name, urllib.request.Request(CALLS + name, body))

    def upload(self, name, field, filename, content, **fields):
        boundary = uuid.uuid4().hex
        parts = [
            '--%s\r\ncontent-disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (boundary, key, value)
            for key, value in self.with_token(fields).items()
        ]
        parts.append('--%s\r\ncontent-disposition: form-data; name="%s"; filename="%s"\r\n\r\n' % (boundary, field, filename))
        body = "".join(parts).encode() + content + ("\r\n--%s--\r\n" % boundary).encode()
        headers = {"Content-Type": "multipart/form-data; boundary=" + boundary}
        return self.data_of(name, urllib.request.Request(CALLS + name, body, headers))

    def fetch(self, url):
        headers = {"Authorization": "Bearer " + self.token} if self.token else {}
        with self.opener.open(urllib.request.Request(url, headers=headers)) as reply:
            return reply.read()

    def log_in(self, username, password):
        user = self.call("user/login", username=username, password=password)
        self.token = "" if self.keeps_cookies else user["user_token"]
        return user

    def with_token(self, fields):
        return {**fields, "user_token": self.token} if self.token else fields

    def data_of(self, name, request):
        try:
            with self.opener.open(request) as reply:
                envelope = json.load(reply)
        except urllib.error.HTTPError as error:
            envelope = json.load(error)
        if envelope["error_code"] != 0:
            raise Refused(name, envelope)
        return envelope["data"]


def expect(is_right, promise, *seen):
    if not is_right:
        sys.exit("not as promised: %s %s" % (promise, " ".join(map(repr, seen))))


def refusal_of(work):
    try:
        work()
    except Refused as refused:
        return refused.code
    return 0


def person():
    return Client(LOGIN_BY == "cookies")


def write_document(writer, mark):
    item_id = writer.call("item/add", item_name="Payments", item_type=1, item_domain=mark, password="sesame")["item_id"]
    cat_id = writer.call("catalog/save", item_id=item_id, cat_name="Guides", parent_cat_id="undefined")["cat_id"]
    writer.call("catalog/save", item_id=item_id, cat_id=cat_id, cat_name="All guides", parent_cat_id="NaN")
    tree = writer.call("catalog/catListGroup", item_id=item_id)
    expect([each["cat_name"] for each in tree] == ["All guides"], "a catalog is renamed", tree)

    expect(writer.call("page/isLock", page_id=0)["lock"] == 0, "a new page is not locked")
    expect(writer.call("page/uploadList", page_id=0) == [], "a new page has no files")
    expect(writer.call("subscription/getPageList", page_id=0) == [], "nobody follows a new page")
    text = "# 支付 & prices\n\n100% of `a*b`, 1+1=2\n"
    page_id = writer.call(
        "page/save",
        **{"page_id": 0, "item_id": item_id, "cat_id": cat_id, "s_number": "", "page_title": "Prices"},
        page_content=urllib.parse.quote(text),
        is_urlencode=1
    )["page_id"]
    page = writer.call("page/info", page_id=page_id)
    expect(page["page_content"] == text and page["cat_id"] == cat_id, "a text comes back as it was sent", page)
    return item_id, page_id


def add_files(writer, item_id, page_id):
    image = writer.upload("page/uploadImg", "editormd-image-file", "shot.gif", PICTURE)["url"]
    expect(image.startswith(SITE + "/attachment/"), "the address of a picture is whole", image)
    writer.upload("page/upload", "file", "how we pay.txt", "如何支付".encode(), page_id=page_id, item_id=item_id)
    (listed,) = writer.call("page/uploadList", page_id=page_id)
    expect(listed["file_size_m"] == 0.001, "a size has three digits", listed)
    expect(writer.fetch(listed["url"]).decode() == "如何支付", "a file comes back byte for byte")

    expect(writer.call("page/setLock", page_id=page_id, item_id=item_id)["is_cur_user"] == 1, "a page can be locked")
    writer.call("page/save", page_id=page_id, item_id=item_id, page_title="Prices", page_content="![shot](%s)" % image)
    writer.call("page/setLock", page_id=page_id, item_id=item_id, lock_to=1000)
    (version,) = writer.call("page/history", page_id=page_id)
    diff = writer.call("page/diff", page_id=page_id, page_history_id=version["page_history_id"])
    expect("支付" in diff["history_page"]["page_content"], "the former text is kept", diff)
    return image


def look_from_outside(writer, mark, item_id, page_id, image):
    visitor = Client(keeps_cookies=True)
    expect(refusal_of(lambda: visitor.call("item/info", item_id=mark)) == 10303, "a private item is closed")
    expect(refusal_of(lambda: visitor.call("item/pwd", item_id=mark, password="wrong")) == 10307, "a wrong password")
    visitor.call("item/pwd", item_id=mark, password="sesame")
    info = visitor.call("item/info", item_id=mark, default_page_id="null")
    expect(info["item_id"] == item_id, "a visit password opens the item at its domain", info)

    key = writer.call("page/createSinglePage", page_id=page_id, isCreateSiglePage=1)["unique_key"]
    stranger = Client(keeps_cookies=True)
    shared = stranger.call("page/infoByKey", page_id="undefined", unique_key=key)
    expect(shared["page_content"] == "![shot](%s?key=%s)" % (image, key), "a shared page brings its pictures", shared)
    expect(stranger.fetch("%s?key=%s" % (image, key)) == PICTURE, "the picture of a shared page shows")


def work_together(writer, mark, item_id, page_id):
    mate = person()
    mate.call("user/register", username=mark, password=PASSWORD, confirm_password=PASSWORD, v_code="")
    mate.log_in(mark, PASSWORD)
    expect(mate.call("user/allUser", username="") == [], "a stranger is told of nobody")
    writer.call("member/save", item_id=item_id, username=mark, member_group_id=1, cat_id="undefined")
    found = [each["username"] for each in mate.call("user/allUser", username="")]
    expect(found == [USERNAME], "one is told of those one works with", found)
    expect([each["item_id"] for each in mate.call("item/myList")] == [item_id], "a member has the item in the list")

    people = writer.call("member/getAllList", item_id=item_id)
    mate_id = next(each["uid"] for each in people if each["username_name"].startswith(mark))
    writer.call("subscription/savePage", page_id=page_id, uids=mate_id)
    writer.call("page/save", page_id=page_id, page_title="Prices", page_content="new", is_notify=1, notify_content="look")
    until = time.monotonic() + WAIT_SECONDS
    while "id" not in mate.call("message/getUnread")["remind"]:
        expect(time.monotonic() < until, "who follows a page is reminded")
        time.sleep(0.2)
    remind = mate.call("message/getUnread")["remind"]
    mate.call("message/setRead", message_content_id=remind["message_content_id"], from_uid=remind["from_uid"])
    expect(mate.call("message/getUnread")["remind"] == {}, "what was read is not told again")


def clear_up(writer, item_id, page_id):
    writer.call("page/delete", page_id=page_id)
    expect([each["page_id"] for each in writer.call("recycle/getList", item_id=item_id)] == [page_id], "the bin has it")
    writer.call("recycle/recover", item_id=item_id, page_id=page_id)
    expect(writer.call("page/info", page_id=page_id)["page_content"] == "new", "a page comes back from the bin")
    writer.call("item/delete", item_id=item_id, password=PASSWORD)
    expect(refusal_of(lambda: writer.call("item/info", item_id=item_id)) == 10303, "a deleted item is gone")
    writer.call("user/logout", confirm=1)
    expect(refusal_of(lambda: writer.call("item/myList")) == 10102, "after the logout nobody is logged in")


def main():
    writer, mark = person(), "d" + uuid.uuid4().hex[:12]
    writer.log_in(USERNAME, PASSWORD)
    expect(writer.call("user/info")["username"] == USERNAME, "a login lasts")
    item_id, page_id = write_document(writer, mark)
    image = add_files(writer, item_id, page_id)
    look_from_outside(writer, mark, item_id, page_id, image)
    work_together(writer, mark, item_id, page_id)
    clear_up(writer, item_id, page_id)
    print("as promised")


main()
