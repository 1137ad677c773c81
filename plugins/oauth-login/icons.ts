import type { Preset } from './preset-names.ts'

/** Icons for the buttons of the login screen, which contains the pictures; `usual` is the preset's. */
export const ICONS = ['usual', 'none', 'branch', 'code', 'key', 'cloud', 'messages', 'company', 'shield'] as const
type Icon = (typeof ICONS)[number]

const USUAL: Readonly<Record<Preset, Exclude<Icon, 'usual'>>> = {
  custom: 'company',
  github: 'code',
  gitlab: 'branch',
  gitea: 'branch',
  keycloak: 'key',
  azure: 'cloud',
  wecom: 'messages',
  dingtalk: 'messages',
  feishu: 'messages',
}

/** The name of the icon; '' for none. */
export function iconOf({ icon, preset }: { readonly icon: Icon; readonly preset: Preset }): string {
  const chosen = icon === 'usual' ? USUAL[preset] : icon
  return chosen === 'none' ? '' : chosen
}
