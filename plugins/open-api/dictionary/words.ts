import type { Language } from '#core/plugin.ts'

/** The texts of data dictionaries. */
export interface DictionaryWords {
  readonly column: string
  readonly type: string
  readonly nullable: string
  readonly defaultValue: string
  readonly key: string
  readonly description: string
  readonly indexes: string
  readonly index: string
  readonly columns: string
  readonly unique: string
  readonly references: string
  readonly refersTo: string
  readonly yes: string
  readonly no: string
  readonly primary: string
  readonly diagram: string
}

export const dictionaryWords: Readonly<Record<Language, DictionaryWords>> = {
  en: {
    ...{ column: 'Column', type: 'Type', nullable: 'Nullable', defaultValue: 'Default', key: 'Key' },
    ...{ description: 'Description', indexes: 'Indexes', index: 'Index', columns: 'Columns', unique: 'Unique' },
    ...{ references: 'Foreign keys', refersTo: 'References', yes: 'yes', no: 'no', primary: 'primary' },
    diagram: 'ER diagram',
  },
  'zh-cn': {
    ...{ column: '字段', type: '类型', nullable: '允许空', defaultValue: '默认值', key: '键' },
    ...{ description: '说明', indexes: '索引', index: '索引名', columns: '字段', unique: '唯一' },
    ...{ references: '外键', refersTo: '引用', yes: '是', no: '否', primary: '主键' },
    diagram: 'ER 图',
  },
}
