import { languageAtFirst } from '../config.ts'
import { z } from 'zod'
import { sessionWithoutBrowser } from '#core/account/session-without-browser.ts'
import { fieldsRefused, isRefusal } from '#core/errors.ts'
import { perform, type Caller } from '#core/perform.ts'
import type { ComposedApplication } from '../application.ts'
import { unescapedOnce } from './decoded.ts'
import { firstOptions, formIn, type ShowdocOption } from './options.ts'
import type { ReasonCode } from './reasons.ts'
import { Findings } from './plan/findings.ts'
import type { SitePlan } from './plan/site.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

interface CarryingSettings {
  readonly application: ComposedApplication
  readonly database: ShowdocDatabase
  readonly plan: Pick<SitePlan, 'heirId'>
}

/** The input of a settings operation's form. */
type Sent = Readonly<Record<string, string | number | boolean>>

/** The imported fields of a form: their names in ShowDoc, by their names here. */
type Fields = Readonly<Record<string, string>>

/**
 * Imports the site settings of the ShowDoc through the same operations as an administrator's forms, so that they are
 * validated in the same way. Call it again when the move was interrupted. @returns findings that later runs cannot
 * determine again
 */
export async function carrySettings({ application, database, plan }: CarryingSettings): Promise<Findings> {
  const findings = new Findings()
  const options = firstOptions(database, findings)
  const caller: Caller = {
    actor: { kind: 'user', id: plan.heirId, isAdmin: true },
    session: sessionWithoutBrowser({ requestId: '', language: languageAtFirst(application.config) }),
  }
  const settings = { application, caller, options, findings }
  await carrySite(settings)
  await carryStorage(settings)
  await carryDirectory(settings)
  await carryOtherSite(settings)
  leaveOthers(settings)
  return findings
}

/** What stays behind of the settings whatever is here. */
export function settingsLeft(database: ShowdocDatabase): Findings {
  const findings = new Findings()
  leaveOthers({ options: firstOptions(database, findings), findings })
  return findings
}

interface Settings {
  readonly application: ComposedApplication
  readonly caller: Caller
  /** The first of each name, which is the one ShowDoc uses. */
  readonly options: ReadonlyMap<string, ShowdocOption>
  readonly findings: Findings
}

/** Settings that are single texts, by their names here. */
const OF_SITE = {
  home_page: 'homePage',
  home_item: 'homeItem',
  beian: 'beian',
  show_watermark: 'showWatermark',
  site_url: 'siteUrl',
} as const

async function carrySite(settings: Settings): Promise<void> {
  for (const [name, field] of Object.entries(OF_SITE)) {
    const option = settings.options.get(name)
    const value = unescapedOnce(option?.value ?? '').trim()
    if (!option || value === '') continue
    const isFit = await isKept(settings, 'siteConfig.save', { [field]: siteValue(field, value) })
    if (!isFit) settings.findings.leave('options', option.id, UNFIT[field] ?? 'optionUnfit', { name })
  }
}

const UNFIT: Readonly<Record<string, ReasonCode>> = { homeItem: 'homeItemUnfit', siteUrl: 'siteUrlUnfit' }

const siteValue = (field: string, value: string): string | number | boolean =>
  field === 'showWatermark' ? value === '1' : field.startsWith('home') ? Number(value) : value

const STORAGE: Fields = {
  ...{ oss_type: 'provider', key: 'key', secret: 'secret', endpoint: 'endpoint', bucket: 'bucket', domain: 'domain' },
  ...{ protocol: 'protocol', region: 'region', secretId: 'secretId', secretKey: 'secretKey' },
}

async function carryStorage(settings: Settings): Promise<void> {
  await carryForm(settings, 'oss_setting', STORAGE, (form) =>
    changedBy(settings, 'siteConfig.save', (ossSetting) => ({ ossSetting }), form),
  )
  changeIfOn(settings, 'oss_open', 'storageOff')
}

const DIRECTORY: Fields = {
  ...{ host: 'host', port: 'port', version: 'version', base_dn: 'baseDn', bind_dn: 'bindDn' },
  ...{ bind_password: 'bindPassword', user_field: 'userField', search_filter: 'searchFilter' },
}

async function carryDirectory(settings: Settings): Promise<void> {
  await carryForm(settings, 'ldap_form', DIRECTORY, (form) =>
    changedBy(settings, 'ldapLogin.saveConfig', (ldapForm) => ({ ldapForm }), numbered(form, ['port', 'version'])),
  )
  await tellOfPlainDirectory(settings)
  changeIfOn(settings, 'ldap_open', 'directoryOff')
}

const KeptDirectory = z.object({ ldapForm: z.object({ host: z.string(), security: z.string() }) })

async function tellOfPlainDirectory({ application: { product }, caller, options, findings }: Settings): Promise<void> {
  const option = options.get('ldap_form')
  const operation = product.operations['ldapLogin']?.['loadConfig']
  if (!option || !operation) return
  const { ldapForm } = KeptDirectory.parse(await perform(product, operation, caller, {}))
  if (ldapForm.host !== '' && ldapForm.security === 'none') findings.change('options', option.id, 'directoryPlain')
}

const OTHER_SITE: Fields = {
  ...{ redirectUri: 'redirectUri', entrance_tips: 'entranceTips', client_id: 'clientId', host: 'host', scope: 'scope' },
  ...{ client_secret: 'clientSecret', protocol: 'protocol', authorize_path: 'authorizePath', token_path: 'tokenPath' },
  ...{ resource_path: 'resourcePath', userinfo_path: 'userinfoPath', logout_redirect_uri: 'logoutRedirectUri' },
}

async function carryOtherSite(settings: Settings): Promise<void> {
  const { options, findings } = settings
  await carryForm(settings, 'oauth2_form', OTHER_SITE, (form) =>
    changedBy(settings, 'oauthLogin.saveConfig', (oauth2Form) => ({ oauth2Form }), form),
  )
  const open = options.get('oauth2_open')
  if (open?.value !== '1') return
  if (await isKept(settings, 'oauthLogin.saveConfig', { oauth2Open: true }))
    findings.change('options', open.id, 'otherSiteOn')
  else findings.change('options', open.id, 'otherSiteOff')
}

/** Settings that are reported elsewhere, or have no place here. */
const OTHERS: ReadonlyMap<string, ReasonCode> = new Map([
  ['db_version_num', 'optionOfSchema'],
  ['force_login', 'optionOfGate'],
  ['enable_public_square', 'optionOfSquare'],
  ['strong_password_enabled', 'optionOfPasswords'],
  ['session_expire_days', 'optionOfSessions'],
])
const AS_OTHERWISE: ReadonlySet<string> = new Set([
  ...['register_open', 'history_version_count', 'oss_setting', 'oss_open', 'ldap_form', 'ldap_open'],
  ...['oauth2_form', 'oauth2_open', 'login_secret_key', ...Object.keys(OF_SITE)],
])

/** Whether it says this of a setting that stays behind whatever is here. */
export const isOfSettingsLeft = (reason: string): boolean =>
  ['optionTwice', 'optionUnknown', ...OTHERS.values()].includes(reason)

function leaveOthers({ options, findings }: Pick<Settings, 'options' | 'findings'>): void {
  for (const { id, name } of options.values())
    if (!AS_OTHERWISE.has(name)) findings.leave('options', id, OTHERS.get(name) ?? 'optionUnknown', { name })
}

function changeIfOn({ options, findings }: Settings, name: string, reason: ReasonCode): void {
  const option = options.get(name)
  if (option?.value === '1') findings.change('options', option.id, reason)
}

/**
 * Imports the known and valid fields of a form.
 * @param keep stores the valid fields, by their names here; returns the names of the invalid ones, or null when no
 * plugin has such a form
 */
async function carryForm(
  { options, findings }: Settings,
  name: string,
  fields: Fields,
  keep: (form: Readonly<Record<string, string>>) => Promise<readonly string[] | null>,
): Promise<void> {
  const option = options.get(name)
  if (!option) return
  const form = formIn(option.value)
  if (form === null) return findings.leave('options', option.id, 'optionUnreadable', { name })
  const given = withHostOfPeople(name, form)
  const known = [...given].flatMap(([field, value]) => (Object.hasOwn(fields, field) ? [[fields[field], value]] : []))
  const unfit = known.length === 0 ? [] : await keep(Object.fromEntries(known) as Readonly<Record<string, string>>)
  if (unfit === null) return findings.leave('options', option.id, 'optionWithoutPlugin', { name })
  for (const field of given.keys()) {
    const here = Object.hasOwn(fields, field) ? fields[field] : undefined
    if (here === undefined) findings.change('options', option.id, 'fieldUnknown', { name, field })
    else if (unfit.includes(here)) findings.change('options', option.id, 'fieldUnfit', { name, field })
  }
}

/** Octavo has one address where ShowDoc has a host and a path. */
function withHostOfPeople(name: string, form: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const host = form.get('userinfo_host')
  if (name !== 'oauth2_form' || host === undefined) return form
  const address = `${form.get('protocol') ?? 'https'}://${host}${form.get('userinfo_path') ?? ''}`
  return new Map([...form, ['userinfo_path', address] as const].filter(([field]) => field !== 'userinfo_host'))
}

const numbered = (form: Readonly<Record<string, string>>, names: readonly string[]): Sent =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, names.includes(name) ? Number(value) : value]))

/**
 * Submits a form, and again without each refused field.
 * @returns the names of these fields; null when there is no such operation
 */
async function changedBy(
  { application, caller }: Settings,
  name: string,
  inputOf: (form: Sent) => object,
  form: Sent,
): Promise<readonly string[] | null> {
  const unfit: string[] = []
  for (let wished: Sent = form; ; wished = without(wished, unfit)) {
    const refused = await refusedField({ application, caller }, name, inputOf(wished))
    if (refused === null) return unfit
    if (refused === undefined) return null
    const field = refused.split('.').at(-1) ?? ''
    if (!Object.hasOwn(wished, field)) return Object.keys(form)
    unfit.push(field)
  }
}

const without = (form: Sent, names: readonly string[]): Sent =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !names.includes(name)))

const isKept = async (settings: Settings, name: string, input: object): Promise<boolean> =>
  (await refusedField(settings, name, input)) === null

/** The first refused field; null when the form was stored, undefined when there is no such operation. */
async function refusedField(
  { application: { product }, caller }: Pick<Settings, 'application' | 'caller'>,
  name: string,
  input: object,
): Promise<string | null | undefined> {
  const [group = '', own = ''] = name.split('.')
  const operation = product.operations[group]?.[own]
  if (!operation) return undefined
  try {
    await perform(product, operation, caller, input)
    return null
  } catch (error) {
    if (!isRefusal(error) || !['invalidInput', 'notStorable'].includes(error.kind)) throw error
    return fieldsRefused(error.details)[0]
  }
}
