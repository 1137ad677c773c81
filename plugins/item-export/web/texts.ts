import { pluginTexts } from '#web/extensions/plugin-texts.ts'
import type en from '../locales/en.json'

export const useExportText = pluginTexts<typeof en>('item-export')
