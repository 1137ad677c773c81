import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface ShowdocSize {
  readonly items: number
  readonly pages: number
  /** Former versions of each page. */
  readonly versionsEach: number
  readonly files: number
  readonly fileBytes: number
}

/** Creates a ShowDoc of this size in a new folder; its texts have 4 kB, each with different words. */
export async function layLargeShowdoc(folder: string, size: ShowdocSize): Promise<void> {
  const uploads = path.join(folder, 'Public/Uploads/2026-01-01')
  await mkdir(path.join(folder, 'Sqlite'), { recursive: true })
  await mkdir(uploads, { recursive: true })
  for (let at = 1; at <= size.files; at += 1)
    await writeFile(path.join(uploads, `${at}.bin`), Buffer.alloc(size.fileBytes, at))
  const database = new DatabaseSync(path.join(folder, 'Sqlite/showdoc.db.php'))
  database.exec(`
    create table user (uid integer primary key, username text, password text, groupid int default 2);
    create table item (item_id integer primary key, item_name text, uid int, password text default '', addtime int);
    create table page (page_id integer primary key, item_id int, cat_id int default 0, page_title text, page_content text,
      author_uid int, addtime int, s_number int default 99, is_del int default 0);
    create table page_history (page_history_id integer primary key, page_id int, item_id int, page_title text,
      page_content text, author_uid int, addtime int);
    create table upload_file (file_id integer primary key, sign text, display_name text, file_type text, file_size text,
      uid int, page_id int, item_id int, visit_times int, addtime int, real_url text);
    create table file_page (id integer primary key, file_id int, item_id int, page_id int, addtime int);
    begin;`)
  const add = (table: string, count: number) =>
    database.prepare(`insert into ${table} values (${Array.from({ length: count }, () => '?').join(', ')})`)
  const [user, item, page, version] = [add('user', 4), add('item', 5), add('page', 9), add('page_history', 7)]
  const [file, use] = [add('upload_file', 11), add('file_page', 5)]
  for (let at = 1; at <= size.items; at += 1) user.run(at, `person${at}`, '', at === 1 ? 1 : 2)
  for (let at = 1; at <= size.items; at += 1) item.run(at, `Item ${at}`, at, '', 1_600_000_000 + at)
  for (let at = 1; at <= size.pages; at += 1) {
    const itemId = (at % size.items) + 1
    const sign = at <= size.files ? `\n\n![](/server/index.php?s=/api/attachment/visitFile&sign=${signOf(at)})` : ''
    page.run(at, itemId, 0, `Page ${at}`, textOf(at, size.versionsEach) + sign, itemId, 1_700_000_000 + at, 99, 0)
    for (let before = 0; before < size.versionsEach; before += 1) {
      const id = (at - 1) * size.versionsEach + before + 1
      version.run(id, at, itemId, `Page ${at}`, textOf(at, before), itemId, 1_690_000_000 + id)
    }
  }
  for (let at = 1; at <= size.files; at += 1) {
    const itemId = (at % size.items) + 1
    const address = `http://docs.example.test/Public/Uploads/2026-01-01/${at}.bin`
    const type = 'application/octet-stream'
    file.run(at, signOf(at), `${at}.bin`, type, String(size.fileBytes), itemId, at, itemId, 0, 1_700_000_000, address)
    use.run(at, at, itemId, at, 1_700_000_000)
  }
  database.exec('commit')
  database.close()
}

const signOf = (at: number): string => String(at).padStart(32, '0')

const textOf = (page: number, state: number): string =>
  Array.from(
    { length: 64 },
    (_, at) => `## Part ${at}\n\nThe call ${(page * 31 + at * 7 + state) % 9_973} of page ${page} answers.`,
  ).join('\n\n')
