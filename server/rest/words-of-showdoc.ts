/*
 * ShowDoc answers scripts that make pages of source code and of databases in words, and the scripts it gave to people look
 * for them: without the first they say that nothing was sent.
 */

export const DONE_IN_WORDS = '成功'
const FAILED = '失败'
const WRONG_KEY = 'api_key或者api_token不匹配'

/** ShowDoc gives no reason but this one; another is added, for whoever reads what the script prints. */
export const refusedInWords = ({ kind }: { readonly kind: string }, reason: string): string =>
  kind === 'wrongItemKey' ? WRONG_KEY : `${FAILED}：${reason}`

export const WORDS_TYPE = 'text/plain; charset=utf-8'
