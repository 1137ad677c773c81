/** Sites whose addresses or ways are known. */
export const PRESETS = [
  'custom',
  'github',
  'gitlab',
  'gitea',
  'keycloak',
  'azure',
  'wecom',
  'dingtalk',
  'feishu',
] as const
export type Preset = (typeof PRESETS)[number]

/** What a further site is called in addresses, and its people are known by. */
export const SITE_ID = /^[a-z0-9]{1,20}$/
