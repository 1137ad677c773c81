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
