import { pluginTexts } from '#web/extensions/plugin-texts.ts'
import type en from '../locales/en.json'

export const useTryText = pluginTexts<typeof en>('try-it')
