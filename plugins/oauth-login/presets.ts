import type { Preset } from './preset-names.ts'
import type { SiteSettings } from './settings.ts'

type Filled = Pick<
  SiteSettings,
  'issuer' | 'host' | 'authorizePath' | 'tokenPath' | 'userinfoPath' | 'scope' | 'idField'
>

const USUAL: Readonly<Record<Preset, Partial<Filled>>> = {
  custom: {},
  github: {
    ...{ host: 'github.com', authorizePath: '/login/oauth/authorize', tokenPath: '/login/oauth/access_token' },
    ...{ scope: 'read:user user:email', idField: 'id' },
  },
  gitlab: { issuer: 'https://gitlab.com' },
  gitea: {},
  keycloak: {},
  azure: {},
  wecom: {},
  dingtalk: {},
  feishu: {},
}

/** The settings, with empty fields filled from the preset. */
export function withPreset(settings: SiteSettings): SiteSettings {
  const filled = Object.entries(USUAL[settings.preset]).filter(([name]) => settings[name as keyof Filled] === '')
  const whole = { ...settings, ...Object.fromEntries(filled) }
  if (settings.preset !== 'github' || whole.userinfoPath !== '') return whole
  // GitHub's API has a host of its own, that of GitHub Enterprise a path.
  const userinfoPath = whole.host === 'github.com' ? 'https://api.github.com/user' : '/api/v3/user'
  return { ...whole, userinfoPath, protocol: whole.host === 'github.com' ? 'https' : whole.protocol }
}

/** Required fields of a preset. */
export const NEEDED: Readonly<Record<Preset, readonly (keyof SiteSettings)[]>> = {
  custom: ['clientId'],
  github: ['clientId', 'clientSecret'],
  gitlab: ['clientId'],
  gitea: ['clientId', 'issuer'],
  keycloak: ['clientId', 'issuer'],
  azure: ['clientId', 'clientSecret', 'issuer'],
  wecom: ['clientId', 'clientSecret', 'agentId'],
  dingtalk: ['clientId', 'clientSecret'],
  feishu: ['clientId', 'clientSecret'],
}
