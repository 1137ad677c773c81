import type { ShownField } from '#web/setting-form/shown-field.ts'
import { ICONS } from '../icons.ts'
import { PRESETS, type Preset } from '../preset-names.ts'
import type { OauthSite } from './oauth-api.ts'
import { oauthFields } from './oauth-fields.ts'
import type { useOauthText } from './texts.ts'

type Text = ReturnType<typeof useOauthText>

/** The fields of every site, followed by those of its preset. */
const ALWAYS = [
  ...['isOpen', 'preset', 'title', 'icon', 'entranceTips', 'newAccounts', 'accountDomains', 'accountClaim'],
  ...['accountClaimValue', 'clientId', 'clientSecret', 'logoutRedirectUri'],
]
const OPEN_ID = ['issuer', 'scope', 'idField']
const ASKED: Readonly<Record<Preset, readonly string[]>> = {
  custom: [
    ...['issuer', 'protocol', 'host', 'authorizePath', 'tokenPath', 'resourcePath', 'userinfoPath', 'scope', 'idField'],
  ],
  github: ['host', 'scope'],
  gitlab: OPEN_ID,
  gitea: OPEN_ID,
  keycloak: OPEN_ID,
  azure: OPEN_ID,
  wecom: ['agentId', 'host', 'loginAddress'],
  dingtalk: ['scope', 'host', 'loginAddress'],
  feishu: ['scope', 'host', 'loginAddress'],
}
/** Hints for fields with a different meaning there. */
const HINTS = {
  github: { host: 'preset.github.host' },
  gitlab: { issuer: 'preset.gitlab.issuer' },
  gitea: { issuer: 'preset.gitea.issuer' },
  keycloak: { issuer: 'preset.keycloak.issuer' },
  azure: { issuer: 'preset.azure.issuer' },
  wecom: { clientId: 'preset.wecom.clientId', clientSecret: 'preset.wecom.clientSecret', host: 'preset.usualHost' },
  dingtalk: { accountClaim: 'preset.dingtalk.accountClaim', host: 'preset.usualHost' },
  feishu: { accountClaim: 'preset.feishu.accountClaim', host: 'preset.usualHost' },
} as const

/** All fields of a further site, in order. */
export function siteFields({ isOpen, form, stamps }: OauthSite, t: Text): readonly ShownField[] {
  const choice = (
    name: 'preset' | 'icon',
    values: readonly string[],
    label: (value: string) => string,
  ): ShownField => ({
    ...{ name, kind: 'choice', label: t(`field.${name}`), hint: '', value: form[name] },
    choices: values.map((value) => ({ value, label: label(value) })),
  })
  const text = (name: 'title' | 'agentId' | 'loginAddress', longest: number): ShownField => ({
    ...{ name, kind: 'text', label: t(`field.${name}`), hint: t(`hint.${name}`), value: form[name], longest },
  })
  const common = oauthFields({ oauth2Open: isOpen, oauth2Form: form, stamps }, t)
  const own = [
    choice('preset', PRESETS, (value) => t(`preset.${value as Preset}`)),
    text('title', 100),
    choice('icon', ICONS, (value) => t(`icon.${value as (typeof ICONS)[number]}`)),
    text('agentId', 50),
    text('loginAddress', 1_000),
  ]
  const byName = new Map([...own, ...common].map((field) => [field.name, field]))
  const asked = new Set(PRESETS.flatMap((preset) => ASKED[preset]))
  return [...ALWAYS, ...asked].flatMap((name) => byName.get(name) ?? [])
}

/** The fields a preset needs, in its order and with their meaning there. */
export function fieldsOf(preset: Preset, fields: readonly ShownField[], t: Text): readonly ShownField[] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const hints: Readonly<Record<string, Parameters<Text>[0]>> = preset === 'custom' ? {} : HINTS[preset]
  return [...ALWAYS, ...ASKED[preset]].flatMap((name) => {
    const field = byName.get(name)
    const hint = hints[name]
    return field ? [hint === undefined ? field : { ...field, hint: t(hint) }] : []
  })
}
