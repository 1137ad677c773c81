import type { Preset } from './preset-names.ts'

/** Pictures on the buttons of the login screen, which draws them itself; `usual` is that of the preset. */
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

/** The name of the picture; '' for none. */
export function iconOf({ icon, preset }: { readonly icon: Icon; readonly preset: Preset }): string {
  const chosen = icon === 'usual' ? USUAL[preset] : icon
  return chosen === 'none' ? '' : chosen
}
