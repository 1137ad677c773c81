import { DomainError } from '#core/plugin.ts'
import { looksLikeText } from '../json/parsed-text.ts'
import { threadedFormat } from '../thread/threaded-format.ts'
import { wholeFile } from '../thread/whole-file.ts'
import { splitOption } from './split-option.ts'

const MOST_BYTES = 8 * 1024 * 1024

/** An HTML document. */
export const htmlImport = threadedFormat({
  id: 'html',
  title: { en: 'Web page (HTML)', 'zh-cn': '网页（HTML）' },
  options: splitOption,
  recognises: ({ name, first }) =>
    looksLikeText(first) &&
    (/\.x?html?$/i.test(name) ||
      /^\s*(?:<!doctype html|<html)/i.test(
        Buffer.from(first)
          .toString()
          .replace(/^\uFEFF/, ''),
      )),
  async parts(file, tools) {
    if (file.bytes > MOST_BYTES) throw new DomainError('fileTooLarge', { megabytes: MOST_BYTES / 1024 / 1024 })
    return wholeFile(file, tools)
  },
})
