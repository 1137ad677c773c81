/** Sites with known addresses or protocols. */
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

/** The id of a further site, used in addresses and for its people. */
export const SITE_ID = /^[a-z0-9]{1,20}$/
