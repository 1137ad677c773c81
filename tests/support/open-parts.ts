import type { Services } from '#core/context.ts'
import type { Context } from '#core/plugin.ts'

/* The compiler finds these lists complete, so that a plugin cannot be written for what it does not get. */

/** Of a plugin. */
export const OPEN_SERVICES: Readonly<Record<keyof Context['services'], true>> = {
  ...{ clock: true, keys: true, log: true, seals: true, outbound: true, qrCodes: true, renderer: true },
  ...{ concurrency: true, extensions: true },
}
/** Of the product alone. */
export const CLOSED_SERVICES: Readonly<Record<Exclude<keyof Services, keyof Context['services']>, true>> = {
  ...{ passwords: true, commonPasswords: true, oneTimeCodes: true, captchas: true, attempts: true, mail: true },
  ...{ mailAt: true, updates: true, pluginUploads: true, kindCalls: true, knownKinds: true, menus: true },
  ...{ textBytes: true, disk: true, writeLimit: true, incoming: true, files: true, visits: true, health: true },
  ...{ backups: true, showdocMoves: true, plugins: true, samples: true, startSettings: true },
}

type Members = { readonly [P in keyof Context['store']]: Readonly<Record<keyof Context['store'][P], true>> }
export const STORE_MEMBERS: Members = {
  users: {
    ...{ byId: true, byEmail: true, byIds: true, byUsernames: true, search: true, sharingWith: true },
    ...{ countAll: true, countAdmins: true, admins: true, holdingsOf: true },
  },
  items: { byDomain: true, ofUser: true, ofUserNamed: true, inGroup: true },
  members: { ofItem: true },
  teams: {
    ...{ ofUser: true, membersOf: true, itemsOf: true, teamsOn: true, grantsOn: true, grantsOnItem: true },
    managedThrough: true,
  },
  vouchedMemberships: { ofUser: true, ofTeam: true, find: true, people: true },
  catalogs: { ofItem: true, itemOf: true },
  pages: { headsOf: true, countIn: true, ofItem: true, byIds: true, idOf: true, recycledIn: true },
  locks: { ofItem: true, idleMs: true, requests: true },
  attachments: { ofPage: true, usedBy: true },
  versions: { headsOf: true, newestTexts: true, ofPage: true, byId: true },
  search: { find: true, idsIn: true },
  settings: { hold: true, read: true, write: true },
  documents: { collection: true },
  jobs: { enqueue: true },
  textBytes: { ofItem: true, byAuthor: true, hold: true },
  space: { quotaOf: true, fileBytesOf: true },
  changes: { ofItem: true, latestPages: true },
}
