const LINE = /^([1-5]\d\d|[1-5]XX|default): ?(.*)$/

/** The descriptions of responses in lines such as `404: Not there`, by status; none when there is any other text. */
export function statusLines(remark: string): ReadonlyMap<string, string> {
  const lines = remark.trim() === '' ? [] : remark.trim().split('\n')
  const found = lines.flatMap((line) => {
    const [, status = '', said = ''] = LINE.exec(line.trim()) ?? []
    return status === '' ? [] : [[status, said.trim()] as const]
  })
  return new Map(found.length === lines.length ? found : [])
}
