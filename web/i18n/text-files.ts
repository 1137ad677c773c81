/** Loads the texts of a namespace in a language, by file. Apart, as a reader's document contains the texts it begins with. */
export const textFiles = import.meta.glob<{ readonly default: object }>('./{en,zh-cn}/*.json')
