import { REQUEST_MS } from './request-limit.ts'

/**
 * The numbers of the specification (§9) and of the threat model (J6), with their units in their names. Limits that only
 * the server needs may be defined beside their feature instead, because every reader loads this file.
 */
export const limits = {
  titleLength: 200,
  nameLength: 100,
  descriptionLength: 500,
  versionCommentLength: 500,
  /** UTF-16 units; the text of 2 million characters stays below 4 MB for Latin and below 6 MB for Chinese. */
  pageContentLength: 2_000_000,
  pagesPerItem: 20_000,
  /** Files must be smaller than this (D21). */
  attachmentBytes: 4 * 1024 * 1024,
  catalogsPerItem: 5_000,
  /** How many pages and catalogs one call may move, delete or restore. */
  movedAtOnce: 500,
  catalogDepth: 3,
  /** REST numbers the top level as 2 (spec §9). */
  topCatalogLevel: 2,
  defaultOrder: 99,
  versionsKept: 20,
  visitPasswordLength: 100,
  /** How long a browser is remembered as one in which somebody has logged in. */
  deviceMs: 365 * 24 * 60 * 60_000,
  /** Enforced by the web only: programs may set any length. */
  visitPasswordShortest: 6,
  usernameShortest: 2,
  usernameLongest: 30,
  passwordShortest: 8,
  passwordLongest: 128,
  keywordLength: 100,
  searchHits: 50,
  /** How many pages are shown when an item's menu is filtered by a keyword. */
  menuHits: 200,
  usersFound: 50,
  usernamesAtOnce: 200,
  membersPerItem: 1_000,
  membersPerTeam: 1_000,
  itemsPerTeam: 1_000,
  /** How many rows of a member list are rendered at once. */
  membersShown: 50,
  /** Each binding gives every member of the team a right. */
  itemsBoundAtOnce: 100,
  /** Spec §9: 15552e6 ms, about 180 days. */
  sessionMs: 15_552_000_000,
  sessionIdleMs: 30 * 24 * 3_600_000,
  /** Session of somebody vouched for by an external authority, counted from its last confirmation (threats T2). */
  vouchedSessionMs: 24 * 3_600_000,
  /** From leaving for another site to returning logged in. */
  signInMs: 10 * 60_000,
  visitPassMs: 30 * 24 * 3_600_000,
  saveReceiptMs: 24 * 3_600_000,
  recycleDays: 30,
  failedJobDays: 90,
  /** Kept and shown for each item (spec §9). */
  changesShown: 300,
  /** Saves of one page by one person within a window of this length are logged as one change. */
  changeStretchMs: 10 * 60_000,
  /** The longest a lock lasts without being extended; longer requests are shortened to it (threats A6). */
  lockMs: 600_000,
  /** How often an editor extends its lock (spec §9). */
  lockHeartbeatMs: 180_000,
  /** How often a visible editor checks its lock, and an item view checks who is editing. */
  lockLookMs: 30_000,
  /** The longest idle time an editor reports: a week. */
  lockIdleMs: 604_800_000,
  /** How often an editor checks for requests for its page, and a requester checks whether the page was handed over. */
  lockAskedLookMs: 10_000,
  /**
   * How long somebody counts as waiting for a page unless they ask again; editors renew it three times in that period.
   */
  lockRequestMs: 180_000,
  /** A declined request may be repeated only after this time. */
  lockDeclinedMs: 300_000,
  /** How long a handed-over page is reserved for its recipient, unless their editor takes it. */
  lockHandedOverMs: 180_000,
  /** Identifies a browser window. */
  lockTabLength: 64,
  /** Within this time, typed text is stored on the server as a draft (D01). */
  draftIntervalMs: 30_000,
  /** Sent this much earlier, so that it arrives in time. */
  draftSendingMs: 5_000,
  /** Within this time, typed text is stored on the device. */
  draftJournalMs: 1_000,
  /** A typing pause after which it is stored on the device at once. */
  draftPauseMs: 300,
  /** Drafts up to this length are discarded without asking. */
  draftLongestForgotten: 10,
  livePreviewLongest: 3_000,
  /** Larger pages open as source: typing in rich text of that size is slow. */
  richPageBytes: 200 * 1024,
  richPageLines: 3_000,
  /** Above this size, pasted HTML is converted to text only after asking. */
  pastedHtmlAsked: 200,
  /** A save counts as failed after this time; the next one asks for its result again. */
  saveGuardMs: 20_000,
  requestMs: REQUEST_MS,
  /** An upload may take any time, as long as this many bytes arrive within this period (R17). */
  uploadStallMs: 60_000,
  uploadStallBytes: 16 * 1024,
  alertLockMs: 500,
  lifecycleRedirectMs: 2_000,
  /** After "set all members read-only" (spec §9). */
  allReadOnlyRefreshMs: 500,
  searchBoxAbove: 1,
  /** The group tabs appear when there are more items than this. */
  groupTabsAbove: 5,
} as const
