import { faker as en } from '@faker-js/faker/locale/en'
import { faker as zhCn } from '@faker-js/faker/locale/zh_CN'

export const fakers = { en, zhCn }
