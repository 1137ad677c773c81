import { pluginTexts } from '#web/extensions/plugin-texts.ts'
import type en from '../locales/en.json'

export const useKeyText = pluginTexts<typeof en>('key-login')
