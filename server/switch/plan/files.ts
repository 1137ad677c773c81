import type { FileElsewhere } from '#core/attachment/former-address.ts'
import { displayNameOf } from '#core/attachment/file-name.ts'
import type { ListedFiles, ShowdocFile, ShowdocFileUse, ShowdocTraffic } from '../files.ts'
import type { NamedFiles } from '../named-files.ts'
import { pathInUploads } from '../uploads-folder.ts'
import type { ReasonCode, ReasonValues } from '../reasons.ts'
import type { Findings } from './findings.ts'

/** A page that uses a file, because people attached it, its text refers to it, or both. */
export interface FileUse {
  readonly pageId: number
  readonly isAttached: boolean
  readonly isNamed: boolean
  readonly at: Date
}

/** A planned file, before its content is read. */
export interface PlannedFile {
  /** Null for one of which ShowDoc only knows the address. */
  readonly id: number | null
  /** Below the uploads folder. */
  readonly path: string
  /** Null when ShowDoc has none that can be kept. */
  readonly token: string | null
  readonly displayName: string
  readonly ownerId: number
  readonly visits: number
  readonly isOfHub: boolean
  /** Whether a page ever used it, so that knowing the address is not enough to open it. */
  readonly wasBound: boolean
  /** Whether its former path leads to it; several files of ShowDoc can have the same path. */
  readonly isAtPath: boolean
  /** Null to use the time of the file itself. */
  readonly addedAt: Date | null
  readonly uses: readonly FileUse[]
}

/** What the plan for files depends on. */
export interface FileSurroundings {
  readonly userIds: ReadonlySet<number>
  readonly heirId: number
  /** The files that the texts of imported pages refer to. */
  readonly named: ReadonlyMap<number, NamedFiles>
  /** Owners of the items of all imported pages. */
  readonly ownerOfPage: ReadonlyMap<number, number>
  readonly now: Date
}

interface ShowdocFiles extends ListedFiles {
  /** The files in the uploads folder. */
  readonly paths: readonly string[]
  /** Of other storages, whose pictures pages may show. */
  readonly shownHosts: ReadonlySet<string>
  /** By their paths, the signs of files whose paths lead to others here. */
  readonly signsOfPaths: ReadonlyMap<string, string>
}

const TOKEN = /^[\w-]{32}$/
/** Whether it can be the sign of a file here too. */
export const isSign = (text: string): boolean => TOKEN.test(text)

/**
 * The planned files: those in ShowDoc's tables, then the others in the folder. In ShowDoc, knowing the address of a
 * file was enough; here it takes the right to read a page that uses it, so pages that only refer to it use it too.
 */
export function plannedFiles(of: ShowdocFiles, around: FileSurroundings, findings: Findings): readonly PlannedFile[] {
  const bySign = pagesBy(around.named, ({ signs }) => signs)
  const byPath = pagesBy(around.named, ({ paths }) => paths)
  const uses = Map.groupBy(of.uses, ({ fileId }) => fileId)
  const signs = new Set<string>()
  const known = new Set<string>()
  const planned = of.files.flatMap((file): readonly PlannedFile[] => {
    const path = pathInUploads(file.address)
    if (path === null) {
      findings.leave('upload_file', file.id, ...elsewhere(file.address, of.shownHosts))
      return []
    }
    const isFirst = !known.has(path)
    known.add(path)
    const ofPath = isFirst ? of.signsOfPaths.get(path) : undefined
    const token = [file.sign, ofPath ?? ''].find((sign) => isSign(sign) && !signs.has(sign)) ?? null
    if (token !== file.sign) findings.change('upload_file', file.id, 'signUnfit')
    if (token !== null) signs.add(token)
    const named = new Set([
      ...(token === null ? [] : (bySign.get(token) ?? [])),
      ...(isFirst ? (byPath.get(path) ?? []) : []),
    ])
    const row = plannedRow(file, { uses: uses.get(file.id) ?? [], named }, around, findings)
    return [{ ...row, path, token, isAtPath: isFirst }]
  })
  leaveUses(of, planned, around, findings)
  const beside = of.paths.filter((path) => !known.has(path))
  return [
    ...planned,
    ...beside.map((path) => {
      const token = of.signsOfPaths.get(path) ?? null
      const named = (token === null ? byPath.get(path) : bySign.get(token)) ?? new Set()
      return plannedBeside({ path, token }, named, around)
    }),
  ]
}

/** A file that stays in an object storage; its former address leads there. */
export interface PlannedElsewhere extends FileElsewhere {
  readonly id: number
  readonly sign: string
}

/** Those that have a sign of their own and an address that browsers open. */
export function plannedElsewhere(
  { files, uses }: ListedFiles,
  { userIds, heirId, named, ownerOfPage }: FileSurroundings,
): readonly PlannedElsewhere[] {
  const bySign = pagesBy(named, ({ signs }) => signs)
  const ofFile = Map.groupBy(uses, ({ fileId }) => fileId)
  const taken = new Set(files.filter(({ address }) => pathInUploads(address) !== null).map(({ sign }) => sign))
  return files.flatMap(({ id, sign, address, ownerId, pageId }) => {
    if (!isElsewhere(address) || !isSign(sign) || taken.has(sign)) return []
    taken.add(sign)
    const bound = [pageId, ...(ofFile.get(id) ?? []).map((use) => use.pageId)].filter((each) => each !== null)
    const pageIds = new Set([...bound.filter((each) => ownerOfPage.has(each)), ...(bySign.get(sign) ?? [])])
    const owner = ownerId !== null && userIds.has(ownerId) ? ownerId : heirId
    return [
      {
        id,
        sign,
        address: new URL(address).href,
        ownerId: owner,
        pageIds: [...pageIds],
        wasBound: bound.length > 0 || pageIds.size > 0,
      },
    ]
  })
}

interface UsesOfFile {
  readonly uses: readonly ShowdocFileUse[]
  readonly named: ReadonlySet<number>
}

function plannedRow(
  file: ShowdocFile,
  { uses, named }: UsesOfFile,
  around: FileSurroundings,
  findings: Findings,
): Omit<PlannedFile, 'path' | 'token' | 'isAtPath'> {
  const { id, ownerId, pageId, visits } = file
  const isOwned = ownerId !== null && around.userIds.has(ownerId)
  if (!isOwned) findings.change('upload_file', id, 'ownerGone', { account: around.heirId })
  const displayName = displayNameOf(file.displayName)
  if (displayName !== file.displayName) findings.change('upload_file', id, 'fileNameUnfit')
  const addedAt = file.addedAt ?? around.now
  // Before there was a table of uses, the row of the file contained its page.
  const attached = uses.length > 0 ? uses : [{ pageId, at: file.addedAt }]
  return {
    ...{ id, displayName, visits, addedAt, isOfHub: pageId === null },
    ownerId: isOwned ? ownerId : around.heirId,
    wasBound: attached.some((use) => use.pageId !== null) || named.size > 0,
    uses: usesOf(attached, named, around, addedAt),
  }
}

function usesOf(
  attached: readonly Pick<ShowdocFileUse, 'pageId' | 'at'>[],
  named: ReadonlySet<number>,
  { ownerOfPage }: FileSurroundings,
  addedAt: Date,
): readonly FileUse[] {
  const uses = new Map<number, FileUse>()
  for (const { pageId, at } of attached)
    if (pageId !== null && ownerOfPage.has(pageId) && !uses.has(pageId))
      uses.set(pageId, { pageId, isAttached: true, isNamed: named.has(pageId), at: at ?? addedAt })
  for (const pageId of named)
    if (!uses.has(pageId)) uses.set(pageId, { pageId, isAttached: false, isNamed: true, at: addedAt })
  return [...uses.values()]
}

function leaveUses(
  { uses }: ShowdocFiles,
  planned: readonly PlannedFile[],
  { ownerOfPage }: FileSurroundings,
  findings: Findings,
): void {
  const fileIds = new Set(planned.map(({ id }) => id))
  const seen = new Set<string>()
  for (const { id, fileId, pageId } of uses) {
    const reason =
      fileId === null || !fileIds.has(fileId)
        ? 'fileGone'
        : pageId !== null && !ownerOfPage.has(pageId)
          ? 'pageGone'
          : pageId !== null && seen.has(`${fileId} ${pageId}`)
            ? 'fileOfPageAlready'
            : null
    seen.add(`${fileId} ${pageId}`)
    if (reason !== null) findings.leave('file_page', id, reason)
  }
}

/** Belongs to the owner of the first page that refers to it: ShowDoc does not know who uploaded it. */
function plannedBeside(
  { path, token }: Pick<PlannedFile, 'path' | 'token'>,
  named: ReadonlySet<number>,
  around: FileSurroundings,
): PlannedFile {
  const { ownerOfPage, heirId, now } = around
  const [pageId] = named
  return {
    ...{ id: null, path, token, isAtPath: true, visits: 0, isOfHub: named.size === 0, addedAt: null },
    displayName: displayNameOf(path),
    ownerId: (pageId === undefined ? null : ownerOfPage.get(pageId)) ?? heirId,
    wasBound: named.size > 0,
    uses: Array.from(named, (id) => ({ pageId: id, isAttached: false, isNamed: true, at: now })),
  }
}

/** Ids of pages in ascending order, by what they refer to. */
function pagesBy(
  named: FileSurroundings['named'],
  of: (files: NamedFiles) => ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<number>> {
  const pages = new Map<string, Set<number>>()
  for (const [pageId, files] of [...named].toSorted(([one], [other]) => one - other))
    for (const name of of(files)) pages.set(name, (pages.get(name) ?? new Set()).add(pageId))
  return pages
}

export const isElsewhere = (address: string): boolean =>
  /^https?:\/\//i.test(address) && URL.canParse(address) && !address.includes('Public/Uploads/')

function elsewhere(address: string, shownHosts: ReadonlySet<string>): readonly [ReasonCode, ReasonValues?] {
  if (!isElsewhere(address)) return ['noPlace']
  const { host } = new URL(address)
  return [shownHosts.has(host) ? 'otherStorageShown' : 'otherStorage', { host }]
}

/** The download traffic of the files of imported people. */
export const plannedTraffic = (
  traffic: readonly ShowdocTraffic[],
  userIds: ReadonlySet<number>,
  findings: Findings,
): readonly (ShowdocTraffic & { readonly ownerId: number })[] => {
  const seen = new Set<string>()
  return traffic.flatMap(({ ownerId, ...each }) => {
    const reason =
      ownerId === null || !userIds.has(ownerId)
        ? 'accountGone'
        : !/^\d{4}-\d{2}$/.test(each.month)
          ? 'noMonth'
          : seen.has(`${ownerId} ${each.month}`)
            ? 'monthTaken'
            : null
    seen.add(`${ownerId} ${each.month}`)
    if (reason !== null || ownerId === null) {
      findings.leave('file_flow', each.id, reason ?? 'accountGone')
      return []
    }
    return [{ ...each, ownerId }]
  })
}
