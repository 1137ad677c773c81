import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { site, type Browser, type Site } from '#tests/rest/harness.ts'
import plugin from './plugin.ts'

interface Ended {
  readonly code: number
  readonly out: string
  readonly error: string
}
interface Head {
  readonly page_id: number
  readonly page_title: string
}

let place: Site
let url: string
let folder: string
let manager: Browser
let itemId: number
let environment: Readonly<Record<string, string>>

beforeAll(async () => {
  const operations = { ...coreOperations, ...plugin.operations }
  place = await site({ operations, plugins: [plugin], contributes: plugin.contributes })
  url = await place.app.listen({ port: 0, host: '127.0.0.1' })
  manager = await place.browserOf(place.world.manager)
  folder = await mkdtemp(path.join(tmpdir(), 'octavo tools '))
  for (const script of ['octavo-api.sh', 'octavo-db.sh'])
    await writeFile(path.join(folder, script), await (await fetch(`${url}/tools/${script}`)).text())
})
afterAll(async () => {
  await place.close()
  await rm(folder, { recursive: true, force: true })
})

async function newItem(): Promise<void> {
  const item = await place.world.addItem()
  itemId = item.id
  const { api_key: key, api_token: token } = (await manager.post('item/getKey', { item_id: itemId })).data
  environment = { OCTAVO_URL: url, OCTAVO_KEY: key, OCTAVO_TOKEN: token }
}

/** Runs a script non-interactively. */
const run = (given: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', TMPDIR: folder, ...environment, ...more }
    const child = execFile('sh', given, { cwd: folder, env }, (failure, out, error) =>
      resolve({ code: Number(failure?.code ?? 0), out, error }),
    )
    child.stdin?.end()
  })

interface Menu {
  readonly pages: readonly Head[]
  readonly catalogs: readonly (Menu & { readonly cat_name: string })[]
}
async function pagesIn(...catalogs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  let menu: Menu = (await manager.post('item/info', { item_id: itemId })).data.menu
  for (const name of catalogs) {
    const found = menu.catalogs.find((each) => each.cat_name === name)
    if (!found) return new Map()
    menu = found
  }
  const texts = new Map<string, string>()
  for (const { page_id: pageId, page_title: title } of menu.pages)
    texts.set(title, (await manager.post('page/info', { page_id: pageId })).data.page_content)
  return texts
}
const isThere = (program: string): Promise<boolean> =>
  new Promise((resolve) => execFile('sh', ['-c', `command -v ${program}`], (failure) => resolve(failure === null)))

describe('the scripts', () => {
  it('[ADD-22] are served to everybody unchanged, and nothing else is', async () => {
    const reply = await fetch(`${url}/tools/octavo-db.sh`)

    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await reply.text()).toMatch(/^#!\/bin\/sh\n/)
    for (const other of ['/tools/', '/tools/sending.sh', '/tools/../plugin.ts', '/tools/octavo-db.sh/'])
      expect((await fetch(url + other)).status, other).toBe(404)
    expect((await fetch(`${url}/tools/octavo-db.sh`, { method: 'POST' })).status).toBe(404)
  })

  it('are valid for every POSIX shell', async () => {
    for (const shell of ['dash', 'bash', 'busybox sh'])
      for (const script of ['octavo-api.sh', 'octavo-db.sh'])
        if (await isThere(shell.split(' ', 1)[0] ?? ''))
          expect(await run(['-c', `${shell} -n ${script}`]), shell).toEqual({ code: 0, out: '', error: '' })
  })
})

describe('octavo-api.sh', () => {
  beforeAll(async () => {
    await newItem()
    const code = path.join(folder, 'code')
    await mkdir(path.join(code, 'node_modules'), { recursive: true })
    await writeFile(
      path.join(code, `it's "$(touch owned)".php`),
      '<?php secret();\n/**\n * showdoc\n * @catalog 用户/登录\n * @title Log "in" & out\n * @method post\n * @url /login?a=1&b=2\n' +
        " * @param name 必选 string It's \\ 100% `$HOME`\n */\nfunction login() {}\n",
    )
    await writeFile(
      path.join(code, '-n.js'),
      'secret()\n/** octavo @title Second\n * @url /second */ secret()\n/**/ secret() /** secret */\n/** secret */',
    )
    await writeFile(path.join(code, 'binary.bin'), Buffer.from([0, 1, 2, 0xff, ...Buffer.from('@title /** */')]))
    await writeFile(path.join(code, 'node_modules/others.js'), '/** octavo\n @title Of others */')
  })

  it('creates pages from comments and sends nothing else', async () => {
    const { code, out, error } = await run(['octavo-api.sh', 'code'])

    expect({ code, error, out }).toEqual({
      code: 0,
      error: '',
      out: `pages made: 2, changed: 0, as before: 0, in ${url}/${itemId}\n`,
    })
    const [page = ''] = (await pagesIn('用户', '登录')).values()
    expect(JSON.parse(page)).toMatchObject({
      info: { title: 'Log "in" & out', url: '/login?a=1&b=2' },
      request: { params: { formdata: [{ name: 'name', remark: "It's \\ 100% `$HOME`" }] } },
    })
    expect([...(await pagesIn()).keys()]).toEqual(['Second'])
    expect(JSON.stringify([page, ...(await pagesIn()).values()])).not.toContain('secret')
    await expect(readFile(path.join(folder, 'owned'))).rejects.toThrow('ENOENT')
  })

  it('creates no new version of unchanged pages when run again', async () => {
    expect((await run(['octavo-api.sh', 'code'])).out).toContain('pages made: 0, changed: 0, as before: 2')
  })

  it('explains problems in plain words', async () => {
    const told = async (given: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> => {
      const { code, out, error } = await run(given, more)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      return error
    }
    await writeFile(path.join(folder, 'empty.js'), 'no comments')
    const api = 'octavo-api.sh'

    expect(await told([api, 'code'], { OCTAVO_TOKEN: '' })).toMatch(/OCTAVO_TOKEN is not set/)
    expect(await told([api, 'code'], { OCTAVO_TOKEN: 'wrong"\n url="x' })).toMatch(/\(10306\)\n$/)
    expect(await told([api, 'code'], { OCTAVO_TOKEN: 'wrong', OCTAVO_LANGUAGE: 'zh-cn' })).toMatch(
      /\p{Script=Han}.*\(10306\)/u,
    )
    expect(await told([api, 'nowhere'])).toBe('octavo-api.sh: there is no nowhere\n')
    expect(await told([api, 'empty.js'])).toMatch(/there is no comment with @title/)
    expect(await told([api, 'code'], { OCTAVO_URL: 'http://127.0.0.1:1' })).toMatch(/cannot be reached/)
    expect(await told(['octavo-db.sh', 'oracle'])).toMatch(/unknown database oracle/)
    expect(await told(['octavo-db.sh', 'sqlite', 'nowhere.db'])).toMatch(/there is no file nowhere\.db/)
    expect(await told(['octavo-db.sh', 'sqlite', 'empty.js'])).toMatch(/not a database/)
  })

  it('waits as long as the server asks for, and follows no redirect', async () => {
    const statuses = [429, 503, 200]
    await withServer(
      (request, response) => {
        request.resume()
        const status = statuses.shift() ?? 302
        const headers = { 'retry-after': '0', location: 'http://127.0.0.1:1/' }
        response.writeHead(status, headers)
        response.end('{"error_code":0,"error_message":"","data":{"item_id":7,"made":1,"changed":2,"same":3}}')
      },
      async (address) => {
        const waited = await run(['octavo-api.sh', 'code'], { OCTAVO_URL: `${address}/` })
        expect(waited.out).toBe(`pages made: 1, changed: 2, as before: 3, in ${address}/7\n`)
        expect(waited.error.match(/asks to wait 0 seconds/g)).toHaveLength(2)

        expect((await run(['octavo-api.sh', 'code'], { OCTAVO_URL: address })).error).toMatch(/leads elsewhere/)
      },
    )
    await withServer(
      (_, response) => void response.end('<html>'),
      async (address) => {
        expect((await run(['octavo-api.sh', 'code'], { OCTAVO_URL: address })).error).toMatch(
          /is not Octavo \(HTTP 200\)/,
        )
      },
    )
  })

  it('sends nothing that only looks like the beginning of a comment, and lists what it omits', async () => {
    await newItem()
    const odd = path.join(folder, 'odd')
    await mkdir(odd)
    const page = (title: string): string => `\n/**\n * octavo\n * @title ${title}\n */\n`
    const files: Readonly<Record<string, string>> = {
      'globs.js':
        "const all = 'src/**' // secret1 @title octavo\nsecret2()\n// dir/** octavo @title secret3\n" +
        `const one = [/[/**]/], two = [/\`/], three = "it's \`"${page('Globs')}secret4('*/')`,
      'template.ts': `const text = \`${page('secret5')}\`${page('Template')}`,
      'text.py': `"""${page('secret6')}"""\nx = '''\n/** octavo @title secret7 */\n'''${page('Python')}`,
      'within.go': `secret8() /** octavo\n@title secret9 */${page('Within')}`,
      'lines.c': `/** octavo\n@title secret10\nsecret11()\n */${page('Lines')}`,
      'list.txt': `/** octavo @title secret12\nsecret13()${page('List')}`,
      'none.java': `/** octavo @author secret14 */\n/** @title secret15 */\n/* octavo @title secret16 */${page('None')}`,
      'unended.php': `<?php ${page('Unended')}/** octavo @title secret17\n * secret18`,
      'a=b.rs': `fn f<'a>(x: &'a str) {}\r\n\t/** octavo\r\n\r\n\t * @title Windows\r\n\t */ secret19()`,
    }
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(odd, name), text)

    const { code, error } = await run(['octavo-api.sh', 'odd'])

    expect(error.trim().split('\n').toSorted()).toEqual([
      './odd/lines.c, line 1: a comment with @title is left out, for not each of its lines begins with an asterisk',
      './odd/list.txt, line 1: a comment with @title is left out, for not each of its lines begins with an asterisk',
      './odd/template.ts, line 2: a comment with @title is left out, for it seems to lie within a string',
      './odd/text.py, line 2: a comment with @title is left out, for it seems to lie within a string',
      './odd/text.py, line 8: a comment with @title is left out, for it seems to lie within a string',
      './odd/unended.php, line 6: a comment with @title is left out, for it does not end',
      './odd/within.go, line 1: a comment with @title is left out, for it does not begin its line',
    ])
    expect(code).toBe(0)
    const pages = await pagesIn()
    const wanted = ['Globs', 'Lines', 'List', 'None', 'Python', 'Template', 'Unended', 'Windows', 'Within']
    expect([...pages.keys()].toSorted()).toEqual(wanted)
    expect(JSON.stringify([...pages])).not.toContain('secret')
  })
})

const HOSTILE = [
  `create table customers (id integer primary key, "na|me" text not null default 'a|b')`,
  `create table orders (id integer primary key, customer integer not null references customers (id),
     "it's; drop table orders --" text, "\`$(touch owned)\`" text)`,
  `create index by_customer on orders (customer, id)`,
  `create view "old <orders>" as select id from orders`,
]

describe('octavo-db.sh', () => {
  const catalog = { OCTAVO_CATALOG: 'Databases/It\'s "a" shop' }
  const read = () => pagesIn('Databases', 'It\'s "a" shop')

  it('creates a dictionary of a SQLite database', async ({ skip }) => {
    skip(!(await isThere('sqlite3')), 'there is no sqlite3 on this machine')
    await newItem()
    const file = path.join(folder, '-shop.db')
    const database = new DatabaseSync(file)
    for (const statement of HOSTILE) database.exec(statement)
    database.close()

    const { code, out, error } = await run(['octavo-db.sh', 'sqlite', '-shop.db'], catalog)

    expect({ code, error, out }).toMatchObject({
      code: 0,
      error: '',
      out: expect.stringContaining('pages made: 4') as string,
    })
    const pages = await read()
    expect([...pages.keys()].toSorted()).toEqual(['ER diagram', 'customers', 'old <orders>', 'orders'])
    expect(pages.get('customers')).toContain(String.raw`| na\|me | TEXT | no | 'a\|b' |  |  |`)
    expect(pages.get('orders')).toContain(String.raw`| it's; drop table orders -- | TEXT | yes |  |  |  |`)
    expect(pages.get('orders')).toContain(String.raw`| \`\$(touch owned)\` | TEXT |`)
    expect(pages.get('orders')).toContain('| by_customer | customer, id | no |')
    expect(pages.get('orders')).toContain('| customer | customers (id) |')
    expect(pages.get('ER diagram')).toContain('t2 }o--|| t1 : "customer"')
    await expect(readFile(path.join(folder, 'owned'))).rejects.toThrow('ENOENT')
  })

  describe.skipIf(POSTGRES_URL === undefined)('of a PostgreSQL database', () => {
    let server: Awaited<ReturnType<typeof newServerDatabase>>
    const query = async (text: string): Promise<void> => {
      const { code, error } = await run(['-c', 'psql -qX -v ON_ERROR_STOP=1 "$1" -c "$2"', 'sh', server.url, text])
      expect({ code, error }).toEqual({ code: 0, error: '' })
    }
    beforeAll(async () => {
      server = await newServerDatabase()
      await newItem()
    })
    afterAll(() => server.drop())

    it('creates a dictionary, and keeps text written by people when the database changes', async ({ skip }) => {
      skip(!(await isThere('psql')), 'there is no psql on this machine')
      for (const statement of HOSTILE) await query(statement)
      await query(`comment on column orders.customer is 'Who
        "ordered"'; comment on table orders is 'What was ordered'; create schema more;
        create table more.parts (id bigint generated always as identity, a int, b int, primary key (a, b));
        create table more.uses (x int, y int, foreign key (x, y) references more.parts (a, b))`)
      const run1 = await run(['octavo-db.sh', 'postgresql', server.url], catalog)
      expect(run1).toMatchObject({ code: 0, error: '', out: expect.stringContaining('pages made: 6') as string })
      const orders = (await read()).get('orders') ?? ''
      expect(orders).toMatch(/^What was ordered\n\n\| Column/)
      expect(orders).toContain('| id | integer | no |  | primary |  |')
      expect(orders).toContain('| customer | integer | no |  |  | Who "ordered" |')
      expect(orders).toContain('| orders_pkey | id | yes |')
      expect((await read()).get('more.uses')).toContain('| x, y | more.parts (a, b) |')

      const { data: menu } = await manager.post('item/info', { item_id: itemId })
      const head = menu.menu.catalogs[0].catalogs[0].pages.find((page: Head) => page.page_title === 'orders')
      const byPeople = orders.replace('| primary |  |', '| primary | Ask **Ada** |')
      await manager.post('page/save', { page_id: head.page_id, page_title: 'orders', page_content: byPeople })
      await query(`alter table orders add added date; comment on column orders.id is 'Number';
        comment on column orders.customer is 'Customer'`)
      const again = await run(['octavo-db.sh', 'postgresql', server.url], catalog)

      expect(again.out).toContain('pages made: 0, changed: 2, as before: 4')
      const later = (await read()).get('orders') ?? ''
      expect(later).toContain('| id | integer | no |  | primary | Ask **Ada** |')
      expect(later).toContain('| customer | integer | no |  |  | Customer |')
      expect(later).toContain('| added | date | yes |  |  |  |')
    })

    it('reports the error of the database when it cannot be read', async ({ skip }) => {
      skip(!(await isThere('psql')), 'there is no psql on this machine')
      const { code, out, error } = await run(['octavo-db.sh', 'postgresql', `${server.url}_none`])

      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(error).toMatch(/does not exist/)
    })
  })
})

async function withServer(answer: RequestListener, work: (address: string) => Promise<void>): Promise<void> {
  const server: Server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}
