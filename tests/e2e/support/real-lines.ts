/** Lines as people write them at work, none of them a shortcut: every one is to be read as it is typed. */
export const REAL_LINES: Readonly<Record<string, string>> = {
  'addresses and paths': String.raw`
https://example.com/docs/list
see https://example.com/x now
http://localhost:8080/api/v1/users?page=1&size=20#top
(https://example.com/a_b_c) and https://example.com/d-e-f.
https://example.com/search?q=a+b&lang=zh_CN&sort=-date
https://example.com/files/report_2026_final_v2.pdf
https://user:pass@example.com:8443/path/to/__init__.py
https://example.com/a/~user/b;c=1,d=2
https://例子.example/路径/页面?查询=值
ftp://files.example.com/pub/*.tar.gz
git@github.com:team/project.git
ssh://git@example.com:2222/team/project.git
mail to ops@example.com, cc dev@example.com
www.example.com/index_page.html
jdbc:mysql://db.example.com:3306/shop?useSSL=false&characterEncoding=utf8
postgresql://app@localhost:5432/shop
redis://:secret@cache:6379/0
s3://bucket/path/*/part_*.csv
file:///etc/hosts
GET /api/v1/table
POST /api/v1/users/{id}/roles
DELETE /api/v1/items/:item_id/pages/:page_id
PUT /users/_bulk?refresh=true
curl -X POST https://example.com/api -d "a=1&b=2"
/etc/nginx/conf.d/*.conf
/usr/local/bin:/usr/bin:/bin
/var/log/app/error_2026-11-22.log
~/.ssh/id_rsa and ~/.config/app/__cache__
./build/**/*.js
../shared/src/code
src/code/main_test.go:42:7
src/*/index.ts, src/**/*.test.ts
C:\Users\me\Documents\new_file.txt
D:\work\**\*.log
\\server\share\folder_name\file
C:\Program Files (x86)\App\app.exe --flag
%APPDATA%\npm\node_modules
$HOME/.local/share/*/cache
node_modules/@scope/package_name/dist/index.js
Is it n/a, and/or, or is it yes/no?
https://example.com/#/items/42?tab=a*b
https://example.com/x(y)_z and [https://example.com/y]
<https://example.com/in_brackets>
"https://example.com/quoted", 'https://example.com/q2'
http://10.0.0.1:8080/*, http://10.0.0.2:8080/*
tel:+1-202-555-0100 or +86 138 0000 0000
/api/{version}/users/{user_id}/files/*
E:\备份\2026_11\*.zip
C:/Users/me/AppData/Local/Temp/__tmp__
*.example.com and *.example.org
10.0.0.0/8, 192.168.0.0/16, ::1/128, fe80::/10
app@host:/srv/app$ ls
~/projects/**/README.md
a/b/c_d/e-f/g.h
`,
  'queries and schedules': String.raw`
SELECT * FROM a UNION SELECT * FROM b
SELECT COUNT(*), SUM(price * amount) FROM orders
SELECT a.*, b.* FROM a JOIN b ON a.id = b.a_id
SELECT COUNT(*) FROM x WHERE (SELECT COUNT(*) FROM y) > 0
INSERT INTO user_info (user_id, user_name) VALUES (1, 'O''Neil');
UPDATE t SET price = price * 1.1 WHERE id IN (1, 2, 3);
DELETE FROM log WHERE created_at < NOW() - INTERVAL '30 days';
CREATE TABLE t_user (id BIGINT(20) NOT NULL AUTO_INCREMENT);
ALTER TABLE t_user ADD COLUMN user_name VARCHAR(64) DEFAULT '';
WHERE name LIKE '%\_%' ESCAPE '\'
WHERE a <> b AND c != d AND e <= f OR g >= h
ORDER BY created_at DESC, id ASC LIMIT 10 OFFSET 20;
SELECT "user"."name" AS user_name FROM "user"
SELECT JSON_EXTRACT(data, '$.a[0].b') FROM t
SELECT data->>'name', data#>'{a,b}' FROM t
/* a comment */ SELECT 1 -- another
EXPLAIN ANALYZE SELECT * FROM big_table WHERE x = ANY($1)
db.users.find({ age: { $gt: 18 }, name: /^a.*z$/ })
HGETALL user:1001 and KEYS user:*
cron */5 * * * *
*/15 9-17 * * 1-5
0 0 * * *
* * * * * /usr/bin/run
30 2 1,15 * * backup.sh >> /var/log/backup.log 2>&1
@daily /opt/app/clean_up.sh
0 0 12 ? * MON-FRI
0 */2 * * * root [ -x /usr/bin/x ] && x
every 5 min: */5 and every hour: 0 *
2026-11-22T10:30:00+08:00
2026-11-22 10:30:00.123
22/11/2026 and 11/22/2026
2026年11月22日 10:30
10:30-11:45
Q1/Q2 2026, FY26/27
P1DT2H30M
1/2 cup, 3/4 done, 5 1/2 hours
80 km/h, 100 Mbit/s, 5 req/s
$5 and $6, or $5.99-$6.99
¥9.90/月 and €1.234,56
10% off, 2x, 3:2, #42, No. 7
SELECT 'a''b', "c""d", t.${'`'}e${'`'} FROM db.${'`'}t${'`'}
SELECT ROUND(a / b * 100, 2) AS 'rate_%' FROM t
GROUP BY 1, 2 HAVING COUNT(*) > 1;
SET @row_number = 0; SELECT (@row_number := @row_number + 1)
MERGE INTO a USING b ON (a.id = b.id) WHEN MATCHED THEN DELETE
*/10 * * * * curl -s https://example.com/ping > /dev/null
0 3 * * 0 [ $(date +\%d) -le 07 ] && run
1 mile = 1.609 km, 1/4 mile = 0.4 km
$1,234.56 - $200.00 = $1,034.56
USD 5/10/20, 3 for 2, -15%
08:00-12:00, 13:30-18:00
2026-W47-7 and 2026-326
Mon/Wed/Fri 9am-5pm
CNY 1,000.00/month * 12
`,
  'expressions and code': String.raw`
x = a * b * c
a*b*c, 2*3*4 and 2**10
y = (a * b) * (c * d)
a ** b ** c
int *p, **q; char *argv[];
*p++ = *q++;
**kwargs and *args
def __init__(self, *args, **kwargs):
__init__, __main__ and __all__
user_id, user_name, _private, snake_case_name_
_underscore_ at both ends
self.__class__.__name__
i++ && j-- || !k
a < b && b > c ? d : e
if (a <= b) { return a; } else { return b; }
arr[i][j] = m[k](x);
[a, b] = [b, a];
const { a, b: [c] } = d;
f(x)[0](y)
<T extends Base<U>> and Array<string>
Map<String, List<Integer>> m = new HashMap<>();
#include <stdio.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
std::vector<int>& v = *this->v_;
x -> y -> z, a => b, c <= d
a |> b |> c
a || b, a | b, a && b, a & b, ~a, ^a
"a\tb\n" and 'c\\d'
${'$'}{HOME} and ${'$'}(pwd) and $1 $2 $$
{{ user.name }} and {% if a %}
%s %d %5.2f %%
console.log(${'`'}x)
a ${'`'}b
it's "quoted" and 'single'
!important; @media (max-width: 600px)
.a > .b + .c ~ .d, #id
:root { --main-color: #fff; }
1e400, 1.10, 0x1F, 0b1010, 12345678901234567890
f'(x) = lim h->0 (f(x+h)-f(x))/h
for (int i = 0; i < n; i++) { sum += a[i] * b[i]; }
char **argv, const char *const *envp
return *this == *other;
func(ctx, opts...) (*Result, error)
x = [i ** 2 for i in range(10) if i % 2]
@decorator(a=1) class A(B[C]): ...
let s: &'static str = r#"raw"#;
println!("{:?} {}", a, b);
foo?.bar!.baz ?? qux
$this->user_name = $_POST['user_name'];
puts "#{a} #{b}"
if [[ -z "$a" ]]; then echo _; fi
awk '{ print $1 * $2 }' file_*.txt
1 * 2 * 3 = 6, 1*2*3 = 6
O(n*log(n)) and x^2 + y_1
`,
  'patterns and flags': String.raw`
^\d{3}-\d{4}$
^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$
(?:a|b)*c+?d{2,3}
(?<year>\d{4})-(?<month>\d\d)
s/\bfoo\b/bar/g
/^\/api\/v\d+\/.*$/i
[^abc] [0-9]+ [\s\S]*
.*\.(jpg|png|gif)$
\w+\s*=\s*"[^"]*"
\*\*bold\*\* is escaped
\[not a link\](x)
a|b|c
^*$
.*?
ls -la *.txt *.log
grep -rn "a_b" --include=*.ts .
find . -name '*.js' -not -path '*/node_modules/*'
tar -xzf app-1.2.3.tar.gz -C /opt
docker run -d -p 8080:80 -v $(pwd):/app --name web nginx:1.25
kubectl get pods -n prod -o jsonpath='{.items[*].metadata.name}'
git log --oneline --graph --all -n 20
git diff HEAD~1..HEAD -- src/*.ts
npm install --save-dev @types/node@^20.0.0
chmod 755 run.sh && ./run.sh --verbose
ssh -L 5432:localhost:5432 user@host
echo "a" > b.txt 2>&1 | tee -a c.log
export PATH="$PATH:/usr/local/bin"
--dry-run --no-cache -f values_prod.yaml
-v, --verbose
--- a/src/main.ts
+++ b/src/main.ts
@@ -1,4 +1,5 @@
^1.2.3, ~1.2.0, >=1.0 <2.0, 1.x || 2.x
1.0.0-rc.1+build.5
v2.10.5
[1.0,2.0) and (,1.5]
node@>=18 and python>=3.8,<4
~/a ~b ~~ c
~~~
(\w+)_(\w+)\.(js|ts)x?$
^(?!.*__).*$
\$\{([^}]+)\}
[*_~${'`'}] are marks
/\*[\s\S]*?\*/
/(\*\*|__)(.*?)\1/g
rm -rf ./build/* && mkdir -p ./build/{a,b}_c
rsync -av --exclude='*.tmp' src/ user@host:/dst/
python3 -m http.server 8000 --bind 127.0.0.1
psql -c "SELECT * FROM t" -U app_user -d app_db
ffmpeg -i in_*.mp4 -vf "scale=iw*0.5:-1" out.mp4
npx tsc --noEmit -p . | grep error
java -Xmx2g -jar app-*.jar --spring.profiles.active=dev_1
openssl req -x509 -newkey rsa:4096 -days 365
===
`,
  'words and data': String.raw`
是/否，有/无，增/删/改/查
参数 a*b 的值为 5*3，不是 5 * 4
字段：user_id（必填）、user_name（选填）
路径为 C:\数据\用户_1\文件.txt
星号*和下划线_都要保留
价格：￥99.00/件，满100减20
【重要】请勿删除 *.bak 文件
“引号”、‘单引号’、《书名》、——破折号……
见 https://example.com/文档/列表，谢谢
第1条、第2条；（一）、（二）
①②③ ★★★☆☆ → ← ↑ ↓ ✓ ✗
时间：09:00～18:00（周一至周五）
{"a": 1, "b": [1, 2, {"c": null}], "d_e": "f*g*h"}
{"id": 12345678901234567890, "price": 1.10}
[{"name": "x"}, {"name": "y"}]
[]
{}
[1, 2, 3]
"key": "value with \"quotes\" and \\ backslash",
<user id="1"><name>Ann</name></user>
<br/> and <hr> and </div>
<!-- a comment -->
<?xml version="1.0" encoding="UTF-8"?>
<a href="https://example.com">link</a>
<script>alert(1)</script>
&nbsp; &lt; &amp;amp; &#65; &copy
AT&T, R&D, a&b=c
key: value
- name
+ plus
* star
1) first
(1) first
a. first
| a | b | c |
| --- | --- |
|a|b|
#hashtag and C# and F#
#1 in the list
> quoted
@user please look at #12 and !34
:smile: and :-) and ;-)
[TOC]
[!NOTE]
[^1]: a note
[x]: https://example.com
![picture](a.png)
$x$ and $$y$$
\(x^2\) and \[y\]
::: tip
!!! note "Title"
---- four
-- two
***
* * *
- - -
_ _ _
++++
%%
2026. A good year
3.14 is pi
1.
...
TODO: fix_me * 2
Name *
Password * (required)
* required
5* hotel, 4.5* rating
f*** word
Hello,world.Next sentence!OK?
a  b   c
end with a star *
end with backslash \
end with two underscores __
数量*单价=总额，3*5=15，a_b_c
名称/类型/必填/说明：user_id/int/是/用户编号
版本：v1.2.*，^2.0 或 ~3.1
（注：*为必填项）
联系人：张三/李四，电话：010-1234_5678
{"正则": "^\\d+$", "路径": "C:\\temp\\*"}
<config><path>/a/*/b_c</path></config>
**/*.md and docs/**
** not bold **
__not_bold__ and _not_italic_
* not italic *
a*, b*, c* and d_, e_
2*3, 4*5; 6**7
100%*2 = 200%
~100 and ~ 200 ~~ 300
`,
}

export const linesOf = (block: string): readonly string[] =>
  block
    .split('\n')
    // What begins a line as a shortcut is tried elsewhere.
    .filter((line) => line !== '' && !/^(?:#{1,6} |- |\d+\. |> |\[ \] )/.test(line))
