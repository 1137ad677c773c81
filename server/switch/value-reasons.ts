/** What of the value in a column did not come as it is. */
export const VALUES_EN = {
  notUtf8: 'its {column} is not UTF-8 everywhere: bytes that are not came along as \uFFFD',
  packedUnread:
    'its {column} is compressed and cannot be read, as it is damaged, too long or no text: it came along as it is stored',
  valueUnfit: 'its {column} is neither a time nor the number of a row, so it counts as empty: {value}',
  zerosLeftOut: 'characters with the number 0 are left out of its {column}',
} as const

export const VALUES_ZH_CN: Readonly<Record<keyof typeof VALUES_EN, string>> = {
  notUtf8: '{column} 中有不是 UTF-8 的字节，这些字节显示为 \uFFFD',
  packedUnread: '{column} 是压缩的内容，但已损坏、过长或不是文字，无法读取，按存储的原样搬来',
  valueUnfit: '{column} 列的值既不是时间也不是编号，按空值处理：{value}',
  zerosLeftOut: '{column} 中编号为 0 的字符已去掉',
}
