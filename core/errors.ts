import type { Language } from './language.ts'

/**
 * Every refusal the product can give, with its public number (spec §8, D07–D10, D18).
 * Numbers are part of the REST contract: never reuse one. Plugins take numbers from 20000.
 */
export const ERROR_CODES = {
  invalidInput: 10101,
  notStorable: 10101,
  notFound: 10101,
  loginRequired: 10102,
  notAllowed: 10103,
  itemsByAdministrators: 10103,
  lastAdmin: 10104,
  wrongLogin: 10204,
  loginUnavailable: 10204,
  captchaRequired: 10206,
  wrongLoginCaptchaDue: 10210,
  registrationClosed: 10211,
  usernameTaken: 10212,
  emailTaken: 10213,
  passwordTooWeak: 10214,
  passwordIsFormer: 10214,
  passwordsDiffer: 10215,
  wrongPassword: 10216,
  nameDiffers: 10216,
  setupClosed: 10217,
  illegalUsername: 10218,
  emailDomain: 10229,
  tooManyFailures: 10219,
  unknownUser: 10101,
  ownerIsNoMember: 10101,
  ownerStays: 10101,
  administratorStays: 10101,
  ownAccountStays: 10101,
  ownRightsStay: 10101,
  consoleStays: 10101,
  ownsSomething: 10101,
  sameOwner: 10101,
  receiverSwitchedOff: 10101,
  catalogTooLow: 10101,
  mailNotAvailable: 10221,
  siteAddressMissing: 10221,
  linkNotGood: 10222,
  tooManyLetters: 10223,
  otherAccount: 10224,
  otherPerson: 10225,
  accountSwitchedOff: 10226,
  passwordElsewhere: 10227,
  passwordMustChange: 10228,
  secondFactorRequired: 10230,
  wrongSecondFactor: 10231,
  secondFactorDue: 10232,
  secondFactorOn: 10233,
  noSecondFactor: 10234,
  passwordsOff: 10235,
  noOtherLogin: 10236,
  secondFactorFirst: 10237,
  identityTaken: 10238,
  lastLogin: 10239,
  lastWayIn: 10240,
  itemClosed: 10303,
  domainTaken: 10304,
  illegalDomain: 10305,
  wrongItemKey: 10306,
  visitPasswordRequired: 10309,
  wrongVisitPassword: 10307,
  wrongVisitPasswordCaptchaDue: 10308,
  pageLocked: 10103,
  pageChanged: 10410,
  catalogTooDeep: 10411,
  catalogLoop: 10412,
  tooMany: 10413,
  commentChanged: 10414,
  changedMeanwhile: 10415,
  overtaken: 10416,
  notAvailable: 10404,
  tooManyRequests: 10429,
  foreignOrigin: 10430,
  bodyTooLarge: 10431,
  unsupportedBody: 10432,
  otherHost: 10433,
  fileTooLarge: 10440,
  notAnImage: 10441,
  imageTooLarge: 10442,
  tooManyUploads: 10443,
  storageUnavailable: 10444,
  storageMissing: 10444,
  diskFull: 10445,
  itemFull: 10446,
  tooMuchText: 10447,
  tooManyFiles: 10448,
  itemFilesFull: 10449,
  taskInterrupted: 10450,
  taskOutOfTime: 10451,
  taskAccountGone: 10452,
  importUnknown: 10455,
  importBroken: 10456,
  importEmpty: 10457,
  importTooLong: 10458,
  updatesOff: 10470,
  otherSchema: 10471,
  updateUnreached: 10472,
  updateUntrusted: 10473,
  updateNotDownloaded: 10474,
  backupsOff: 10475,
  backupUnderWay: 10476,
  backupFailed: 10477,
  updateOfSeveral: 10478,
  updateUnusable: 10479,
  pluginUploadOff: 10480,
  pluginUnusable: 10481,
  showdocUnderWay: 10490,
  showdocUnusable: 10491,
  internal: 10500,
  busy: 10503,
  databaseAway: 10504,
  pluginHangs: 10505,
} as const

/** Plugins add their refusals here by declaration merging. */
export interface PluginErrorCodes {}
export type ErrorKind = keyof typeof ERROR_CODES | keyof PluginErrorCodes
/** What other work or an outage causes: the same call may succeed later. */
export const PASSING: ReadonlySet<ErrorKind> = new Set(['busy', 'changedMeanwhile', 'databaseAway'])
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>
/** Details that are texts for people, in every language: each caller is told them in one. */
type ErrorTexts = Readonly<Record<string, Readonly<Record<Language, string>>>>

/** A refusal the caller is meant to see. Any other thrown error is a bug. */
export class DomainError extends Error {
  readonly kind: ErrorKind
  readonly details: ErrorDetails
  readonly texts: ErrorTexts
  constructor(kind: ErrorKind, details: ErrorDetails = {}, texts: ErrorTexts = {}) {
    super(kind)
    this.name = 'DomainError'
    this.kind = kind
    this.details = details
    this.texts = texts
  }
}

export const isRefusal = (error: unknown): error is DomainError => error instanceof DomainError

const BETWEEN = ', '

/** A refusal of one or more fields, each a path such as `places.0.order`. */
export const refusalOfFields = (fields: readonly string[]): DomainError =>
  new DomainError('invalidInput', { field: fields.join(BETWEEN) })

/** The fields of a refusal; none when it is not about fields. */
export const fieldsRefused = ({ field }: ErrorDetails): readonly string[] =>
  typeof field === 'string' ? field.split(BETWEEN) : []

/** The same error; a refusal that is about fields has the names that its caller knows. */
export function withFieldsNamed(error: unknown, nameOf: (field: string) => string): unknown {
  if (!isRefusal(error) || typeof error.details['field'] !== 'string') return error
  const field = fieldsRefused(error.details).map(nameOf).join(BETWEEN)
  return new DomainError(error.kind, { ...error.details, field }, error.texts)
}
