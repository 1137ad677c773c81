import { REQUEST_MS } from './request-limit.ts'

/**
 * The numbers of the specification (§9) and of the threat model (J6), with their units in their names. Those that the server
 * alone needs may stand beside their area instead: readers load these.
 */
export const limits = {
  titleLength: 200,
  nameLength: 100,
  descriptionLength: 500,
  versionCommentLength: 500,
  /** UTF-16 units; the text of 2 million characters stays below 4 MB for Latin and below 6 MB for Chinese. */
  pageContentLength: 2_000_000,
  pagesPerItem: 20_000,
  /** Files have fewer bytes (D21). */
  attachmentBytes: 4 * 1024 * 1024,
  catalogsPerItem: 5_000,
  /** Pages and catalogs that one call moves, deletes or brings back. */
  movedAtOnce: 500,
  catalogDepth: 3,
  /** REST numbers the top level 2 (spec §9). */
  topCatalogLevel: 2,
  defaultOrder: 99,
  versionsKept: 20,
  visitPasswordLength: 100,
  /** How long a browser is known as one in which somebody logged in. */
  deviceMs: 365 * 24 * 60 * 60_000,
  /** Asked for by the web alone: programs may set any. */
  visitPasswordShortest: 6,
  usernameShortest: 2,
  usernameLongest: 30,
  passwordShortest: 8,
  passwordLongest: 128,
  keywordLength: 100,
  searchHits: 50,
  /** Pages shown when the menu of one item is filtered by a keyword. */
  menuHits: 200,
  usersFound: 50,
  usernamesAtOnce: 200,
  membersPerItem: 1_000,
  membersPerTeam: 1_000,
  itemsPerTeam: 1_000,
  /** Rows of a list of members drawn at once. */
  membersShown: 50,
  /** Each gives a right to every member of the team. */
  itemsBoundAtOnce: 100,
  /** Spec §9: 15552e6 ms, about 180 days. */
  sessionMs: 15_552_000_000,
  sessionIdleMs: 30 * 24 * 3_600_000,
  /** Of somebody an outside authority vouches for, from its last word on (threats T2). */
  vouchedSessionMs: 24 * 3_600_000,
  /** From leaving for another site to coming back logged in. */
  signInMs: 10 * 60_000,
  visitPassMs: 30 * 24 * 3_600_000,
  saveReceiptMs: 24 * 3_600_000,
  recycleDays: 30,
  failedJobDays: 90,
  /** Kept and shown of each item (spec §9). */
  changesShown: 300,
  /** Saves of one page by one person within a stretch of the clock this long are told as one change. */
  changeStretchMs: 10 * 60_000,
  /** The longest a lock lasts without being prolonged; a longer wish is cut to it (threats A6). */
  lockMs: 600_000,
  /** How often an editor prolongs its lock (spec §9). */
  lockHeartbeatMs: 180_000,
  /** How often an editor that is seen looks whether its lock still stands, and an item view who writes where. */
  lockLookMs: 30_000,
  /** The longest time without writing that an editor tells of: a week. */
  lockIdleMs: 604_800_000,
  /** How often an editor looks whether somebody asks for the page, and whoever asked for one whether they got it. */
  lockAskedLookMs: 10_000,
  /** How long somebody counts as waiting for a page unless they ask again; editors do so three times meanwhile. */
  lockRequestMs: 180_000,
  /** Within this time a request that was declined is not made again. */
  lockDeclinedMs: 300_000,
  /** How long a page that was handed over is kept for whoever got it, unless their editor takes it. */
  lockHandedOverMs: 180_000,
  /** Names a window of a browser. */
  lockTabLength: 64,
  /** By then a text that was typed is on the server as a draft (D01). */
  draftIntervalMs: 30_000,
  /** Sent this long before, so that it is there in time. */
  draftSendingMs: 5_000,
  /** By then a text that was typed is kept on the device. */
  draftJournalMs: 1_000,
  /** A pause in typing after which it is kept there at once. */
  draftPauseMs: 300,
  /** A draft of at most this many characters is not worth a question. */
  draftLongestForgotten: 10,
  livePreviewLongest: 3_000,
  /** Larger pages are opened as source: rich text of that size is slow to type in. */
  richPageBytes: 200 * 1024,
  richPageLines: 3_000,
  /** From here on pasted HTML is not taken as text without asking. */
  pastedHtmlAsked: 200,
  /** After this long a save counts as failed; its answer is asked for again with the next one. */
  saveGuardMs: 20_000,
  requestMs: REQUEST_MS,
  /** An upload may take any time, as long as so much of it comes within so long (R17). */
  uploadStallMs: 60_000,
  uploadStallBytes: 16 * 1024,
  alertLockMs: 500,
  lifecycleRedirectMs: 2_000,
  /** After "set all members read-only" (spec §9). */
  allReadOnlyRefreshMs: 500,
  searchBoxAbove: 1,
  /** The tabs of groups appear with more items than this. */
  groupTabsAbove: 5,
} as const
