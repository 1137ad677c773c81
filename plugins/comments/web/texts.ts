import { pluginTexts } from '#web/extensions/plugin-texts.ts'
import type en from '../locales/en.json'

export const useCommentsText = pluginTexts<typeof en>('comments')
