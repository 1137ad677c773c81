import type { Amount, HostileImport } from './hostile-import.ts'
import { rawZip, type RawEntry } from './raw-zip.ts'

const MEGABYTE = 1024 * 1024
const LINK = 0o120_777 * 0x1_00_00
const PAGE: RawEntry = { name: 'a.md', content: '# A\n\ntext' }
const DAMAGED = /the file is damaged/

const zip = (
  name: string,
  problem: RegExp | null,
  entries: () => readonly RawEntry[],
  wishes?: Parameters<typeof rawZip>[1],
): HostileImport => ({ name: `a zip ${name}`, fileName: 'a.zip', problem, bytes: () => rawZip(entries(), wishes) })

const ofBytes = (name: string, problem: RegExp | null, bytes: () => Buffer): HostileImport => ({
  name: `a zip ${name}`,
  fileName: 'a.zip',
  problem,
  bytes,
})

const many = (count: number, entryAt: (at: number) => RawEntry): readonly RawEntry[] =>
  Array.from({ length: count }, (_, at) => entryAt(at))

/** An entry that states this size; content that is not asked for may be less. */
const bomb = (name: string, size: number, amount: Amount): RawEntry => ({
  name,
  content: Buffer.alloc(amount(size), ' '),
  size,
})

/** Bytes that cannot be packed, the same each time. */
function unpackable(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let [at, value] = [0, 1]; at < length; at += 4) {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0
    bytes.writeUInt32BE(value, at)
  }
  return bytes
}

export const hostileZips = (amount: Amount): readonly HostileImport[] => [
  zip(
    'that unpacks to more than anything may',
    /a\.zip would unpack to more than 300 MB; its largest file is 0\.bin/,
    () => [PAGE, ...many(5, (at) => ({ name: `${at}.bin`, content: unpackable(MEGABYTE), size: 100 * MEGABYTE }))],
  ),
  zip('with a page of 300 MB', /a\.zip would unpack to more than 200 times its size; its largest file is a\.md/, () => [
    bomb('a.md', 300 * MEGABYTE, amount),
  ]),
  zip('of a bomb between pages', /more than 200 times its size; its largest file is zeros\.bin/, () => [
    PAGE,
    { name: 'zeros.bin', content: Buffer.alloc(20 * MEGABYTE), isTight: true },
    { ...PAGE, name: 'b.md' },
  ]),
  zip('of a bomb that says it is small', DAMAGED, () => [
    { name: 'a.md', content: Buffer.alloc(amount(200 * MEGABYTE)), isTight: true, size: 1_000 },
  ]),
  zip('of a small file of nothing but blanks', null, () => [
    PAGE,
    { name: 'blanks.txt', content: Buffer.alloc(9 * MEGABYTE, ' '), isTight: true },
  ]),
  zip('with a page that is longer than pages may be', /characters/, () => [
    { name: 'a.md', content: `[a](b.md) ${'`'.repeat(3_000_000)}` },
  ]),
  zip('of zips of zips', /a\.zip has only archives in it, such as a\.zip/, () => {
    let inner = rawZip([{ name: 'zeros', content: Buffer.alloc(10 * MEGABYTE) }])
    for (let level = 0; level < 3; level += 1) inner = rawZip(many(10, (at) => ({ name: `${at}.zip`, content: inner })))
    return [{ name: 'a.zip', content: inner }]
  }),
  zip('whose entry is longer than stated', DAMAGED, () => [
    { name: 'a.md', content: Buffer.alloc(50 * MEGABYTE, 'a'), size: 10 },
  ]),
  zip('whose entry is shorter than stated', DAMAGED, () => [{ ...PAGE, size: 1_000_000 }]),
  zip('whose entry has another checksum', DAMAGED, () => [{ ...PAGE, crc: 7 }]),
  zip('whose entries share their bytes', DAMAGED, () => [
    { name: 'a.md', content: 'a'.repeat(MEGABYTE) },
    ...many(amount(300), (at) => ({ name: `${at}.md`, content: 'a'.repeat(MEGABYTE), isShared: true })),
  ]),
  zip('of 100,000 entries', /40,?000/, () => many(100_000, (at) => ({ name: `${at}.txt`, content: '', method: 0 })), {
    isZip64: true,
  }),
  zip(
    'of many entries that states ten',
    null,
    () => many(amount(100_000), (at) => ({ name: `${at}.md`, content: '', method: 0 })),
    { count: 10 },
  ),
  zip('of 40,000 files beside a page', null, () => [
    ...many(39_999, (at) => ({ name: `${at}.txt`, content: '', method: 0 })),
    PAGE,
  ]),
  zip('of 20,001 pages', /20,?000/, () => many(20_001, (at) => ({ name: `${at}.md`, content: 'a', method: 0 }))),
  zip('that leaves its folder', /\.\.\/a\.md is no possible name/, () => [PAGE, { ...PAGE, name: '../a.md' }]),
  zip('with an absolute name', /\/etc\/passwd\.md is no possible name/, () => [{ ...PAGE, name: '/etc/passwd.md' }]),
  zip('with a name on a drive', /C:\/a\.md is no possible name/, () => [{ ...PAGE, name: String.raw`C:\a.md` }]),
  zip('with a name on another machine', /is no possible name/, () => [{ ...PAGE, name: String.raw`\\host\a.md` }]),
  zip('with a symbolic link', /a\.md is a link/, () => [{ name: 'a.md', content: '/etc/passwd', attributes: LINK }]),
  zip('with two entries of one name', /a\.md is in the file twice/, () => [PAGE, PAGE]),
  zip('with a name that has a NUL', /is no possible name/, () => [{ ...PAGE, name: 'a\0.md' }]),
  zip('with a name in GBK', null, () => [
    { name: Buffer.from([0xbd, 0xd3, 0xbf, 0xda, 0x2e, 0x6d, 0x64]), content: 'a', flags: 0 },
  ]),
  zip('with a name of 60,000 characters', /is no possible name/, () => [{ ...PAGE, name: `${'a'.repeat(60_000)}.md` }]),
  zip('with names longer than ids', null, () => many(50, (at) => ({ ...PAGE, name: `${'a'.repeat(600)}${at}.md` }))),
  zip('with folders in folders', null, () => [{ ...PAGE, name: `${'a/'.repeat(1_000)}b.md` }, PAGE]),
  zip('with an encrypted entry', /a\.md is protected by a password/, () => [{ ...PAGE, flags: 0x8_01 }]),
  zip('packed in a way that is not known', DAMAGED, () => [{ ...PAGE, method: 9 }]),
  zip('that states its sizes late', null, () => [{ ...PAGE, isDescribedLate: true }]),
  zip('with the records of large ones', null, () => [PAGE], { isZip64: true }),
  zip('that states more entries than it has', DAMAGED, () => [PAGE], { count: 20 }),
  ofBytes('that is cut off', DAMAGED, () => {
    const whole = rawZip([PAGE, { ...PAGE, name: 'b.md' }])
    return whole.subarray(0, whole.length - 30)
  }),
  ofBytes('behind another one', null, () => Buffer.concat([rawZip([PAGE]), rawZip([{ ...PAGE, name: 'b.md' }])])),
  ofBytes('of nothing but its end', /kind of file cannot be imported/, () => rawZip([])),
  zip('with thousands of pictures in one page', null, () => [
    {
      name: 'a.md',
      content: many(amount(1_000), (at) => ({ name: '', content: '' + at }))
        .map(({ content }) => `![](${String(content)}.txt)`)
        .join('\n')
        .padEnd(amount(1_900_000), 'a'),
    },
    ...many(amount(1_000), (at) => ({ name: `${at}.txt`, content: 'a', method: 0 })),
  ]),
  zip('with pages that are hard to search for links', null, () =>
    many(5, (page) => {
      const runs = many(60, (at) => ({ name: '', content: 'a'.padEnd(7, ' ') + '`'.repeat(at + 1) })).map(
        ({ content }) => String(content),
      )
      const text = runs.join('').padEnd(2_100, 'b')
      return { name: `${page}.md`, content: `[a](b) ${text.repeat(900)}`.slice(0, amount(1_999_000)) }
    }),
  ),
  zip('whose front matter is a bomb', null, () => [
    {
      name: 'a.md',
      content: `---\na: &a [x,x]\n${Array.from({ length: 400 }, (_, at) => `b${at}: [*a,*a]`).join('\n')}\n---\ntext`,
    },
  ]),
]
