import type { Language } from '../language.ts'
import type { SettingsTexts } from './settings-form.ts'

/** Texts of the form for the site settings. */
export const siteTexts: Readonly<Record<Language, SettingsTexts>> = {
  en: {
    title: 'Site',
    registerOpen: { label: 'Open registration', hint: 'Anybody can create an account.' },
    homePage: {
      label: 'Home page',
      hint: 'What people see when they open the address of the site.',
      choices: { 1: 'Product page', 2: 'Login page', 3: 'An item' },
    },
    homeItem: { label: 'Item of the home page', hint: 'Its number; 0 for none.' },
    historyVersionCount: { label: 'Versions kept per page', hint: '' },
    textMegabytesPerPerson: {
      label: 'Texts of each person, in MB',
      hint: 'What somebody writes, with former versions, the recycle bin and templates; 0 for no limit.',
    },
    textMegabytesPerItem: {
      label: 'Texts of each item, in MB',
      hint: 'Its pages, with former versions and the recycle bin; 0 for no limit.',
    },
    fileMegabytesPerPerson: {
      label: 'Files of each person, in MB',
      hint: 'What somebody has uploaded; 0 for no limit.',
    },
    fileMegabytesPerItem: {
      label: 'Files of each item, in MB',
      hint: 'What its pages use; 0 for no limit.',
    },
    beian: { label: 'Filing number', hint: 'Shown at the bottom of the home page.' },
    showWatermark: { label: 'Watermark', hint: 'Pages show the name of the person reading them.' },
    siteUrl: {
      label: 'Address of the site',
      hint: 'Links in e-mails begin with it. PUBLIC_URL decides where it is set.',
    },
  },
  'zh-cn': {
    title: '站点',
    registerOpen: { label: '开放注册', hint: '任何人都可以注册账号。' },
    homePage: {
      label: '首页',
      hint: '打开站点地址时看到的页面。',
      choices: { 1: '产品介绍页', 2: '登录页', 3: '指定项目' },
    },
    homeItem: { label: '首页项目', hint: '项目编号；0 表示不指定。' },
    historyVersionCount: { label: '页面历史版本保留数量', hint: '' },
    textMegabytesPerPerson: {
      label: '每人文本上限（MB）',
      hint: '包括所写页面、历史版本、回收站和模板；0 表示不限制。',
    },
    textMegabytesPerItem: {
      label: '每个项目文本上限（MB）',
      hint: '包括页面、历史版本和回收站；0 表示不限制。',
    },
    fileMegabytesPerPerson: { label: '每人附件上限（MB）', hint: '本人上传的全部文件；0 表示不限制。' },
    fileMegabytesPerItem: { label: '每个项目附件上限（MB）', hint: '项目页面使用的全部文件；0 表示不限制。' },
    beian: { label: '备案号', hint: '显示在首页底部。' },
    showWatermark: { label: '水印', hint: '在页面上显示阅读者的名字。' },
    siteUrl: { label: '站点地址', hint: '邮件中的链接使用此地址；设置了 PUBLIC_URL 时以其为准。' },
  },
}

/** Descriptions of the environment variables shown to administrators. */
export const startTexts: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    title: 'Server',
    PUBLIC_URL: 'Address of the site',
    LANGUAGE: 'Default language',
    TIME_ZONE: 'Time zone',
    TRUSTED_PROXIES: 'Trusted proxies',
    RELAY_HOSTS: 'Hosts that calls are passed on to',
    BACKUP_DIR: 'Backup location',
    RATE_LIMIT: 'Requests per minute and address',
    CAPTCHA: 'Verification codes',
    LOG_LEVEL: 'Log level',
    DATABASE_URL: 'PostgreSQL',
    REDIS_URL: 'Redis',
    STORAGE_URL: 'Object storage',
    SMTP_URL: 'Mail server',
  },
  'zh-cn': {
    title: '服务器',
    PUBLIC_URL: '站点地址',
    LANGUAGE: '默认语言',
    TIME_ZONE: '时区',
    TRUSTED_PROXIES: '受信任的代理',
    RELAY_HOSTS: '允许经服务器转发调用的主机',
    BACKUP_DIR: '备份位置',
    RATE_LIMIT: '每个地址每分钟请求数',
    CAPTCHA: '验证码',
    LOG_LEVEL: '日志级别',
    DATABASE_URL: 'PostgreSQL 数据库',
    REDIS_URL: 'Redis',
    STORAGE_URL: '对象存储',
    SMTP_URL: '邮件服务器',
  },
}
