import type { Language } from '../language.ts'
import type { SettingsTexts } from './settings-form.ts'

/** Texts of the form for the appearance of the site. */
export const lookTexts: Readonly<Record<Language, SettingsTexts>> = {
  en: {
    title: 'Appearance',
    siteName: {
      label: 'Name of the site',
      hint: 'In the bar of every screen, in titles and in e-mails; empty for Octavo.',
    },
    defaultLanguage: {
      label: 'Default language',
      hint: 'For people who have not chosen, and whose browser asks for neither English nor Chinese.',
      choices: { en: 'English', 'zh-cn': '中文' },
    },
    defaultColors: {
      label: 'Default colours',
      hint: 'For people who have not chosen.',
      choices: { system: 'Same as the system', light: 'Light', dark: 'Dark' },
    },
    helpUrl: { label: 'Address for help', hint: 'A link in the menu of everybody who is logged in; empty for none.' },
    feedbackUrl: { label: 'Address for feedback', hint: 'A link in the same menu; empty for none.' },
  },
  'zh-cn': {
    title: '外观',
    siteName: { label: '站点名称', hint: '显示在每个页面的顶栏、标题和邮件中；留空则为 Octavo。' },
    defaultLanguage: {
      label: '默认语言',
      hint: '浏览器未要求中文或英文、本人也未选择语言时使用。',
      choices: { en: 'English', 'zh-cn': '中文' },
    },
    defaultColors: {
      label: '默认配色',
      hint: '本人未选择配色时使用。',
      choices: { system: '跟随系统', light: '浅色', dark: '深色' },
    },
    helpUrl: { label: '帮助地址', hint: '登录后显示在账号菜单中；留空则不显示。' },
    feedbackUrl: { label: '反馈地址', hint: '位置同上；留空则不显示。' },
  },
}

/** Texts of the form for pictures of other sites. */
export const pictureTexts: Readonly<Record<Language, SettingsTexts>> = {
  en: {
    title: 'External pictures',
    otherHosts: {
      label: 'Pictures of other sites in pages',
      hint: 'The other site learns who looks at a picture. A change shows when a page is loaded again.',
      choices: {
        asked: 'A link, until the reader asks for the pictures of that site',
        shown: 'Show all',
        linked: 'Always a link',
      },
    },
    shownHosts: {
      label: 'Sites whose pictures are always shown',
      hint: 'One host per line, as in img.example.com, *.example.com or img.example.com:8080.',
    },
  },
  'zh-cn': {
    title: '外部图片',
    otherHosts: {
      label: '页面中其他网站的图片',
      hint: '对方网站会知道是谁查看了图片。修改后，重新加载页面即可看到效果。',
      choices: {
        asked: '显示为链接，读者可选择显示该网站的图片',
        shown: '全部显示',
        linked: '始终显示为链接',
      },
    },
    shownHosts: {
      label: '始终显示其图片的网站',
      hint: '每行一个主机名，例如 img.example.com、*.example.com 或 img.example.com:8080。',
    },
  },
}

/** Texts of the form for accounts. */
export const accountTexts: Readonly<Record<Language, SettingsTexts>> = {
  en: {
    title: 'Accounts',
    whoAddsItems: {
      label: 'Who may add items',
      hint: 'New items, copies and imports. Existing items stay as they are.',
      choices: { everybody: 'Everybody with an account', administrators: 'Administrators of the site' },
    },
    mailDomains: {
      label: 'Domains of e-mail addresses',
      hint: 'Accounts can only use addresses in these domains, such as example.org; leave empty for any. Addresses already in use stay.',
    },
    passwordShortest: {
      label: 'Shortest new password, in characters',
      hint: 'Shorter passwords stay valid until they are changed.',
    },
    secondFactorForAdministrators: {
      label: 'Administrators need a second factor',
      hint: 'Administrators without one cannot administer the site until they set it up in their own settings. For accounts with a password of this site; others have theirs where they log in.',
    },
    arePasswordsOn: {
      label: 'People may log in with a password of this site',
      hint: 'Can be switched off once an administrator has logged in in another way that is offered now, such as a directory or another site. The operator can always log people in: npm run admin -- login-link USER.',
    },
    sessionDays: {
      label: 'Days until a login ends',
      hint: 'For logins from now on. Whoever is away for 30 days is logged out in any case.',
    },
  },
  'zh-cn': {
    title: '账号',
    whoAddsItems: {
      label: '谁可以新建项目',
      hint: '包括新建、复制和导入。已有的项目不受影响。',
      choices: { everybody: '所有用户', administrators: '仅站点管理员' },
    },
    mailDomains: {
      label: '允许的邮箱域名',
      hint: '账号只能绑定这些域名的邮箱，例如 example.org；留空则不限制。已绑定的邮箱不受影响。',
    },
    passwordShortest: { label: '新密码最少字符数', hint: '已有的较短密码在修改之前仍然有效。' },
    secondFactorForAdministrators: {
      label: '管理员必须使用两步验证',
      hint: '尚未启用两步验证的管理员，须先在个人设置中启用，之后才能管理站点。仅适用于使用本站密码的账号；其他账号由其登录来源负责。',
    },
    arePasswordsOn: {
      label: '允许使用本站密码登录',
      hint: '须先有管理员通过当前开放的其他方式（如目录或其他站点）登录过，才能关闭。运维人员始终可以使用 npm run admin -- login-link 用户名 让用户登录。',
    },
    sessionDays: { label: '登录有效天数', hint: '对之后的登录生效。30 天未使用时，无论如何都需要重新登录。' },
  },
}

/** Texts of the form for the mail server. */
export const mailTexts: Readonly<Record<Language, SettingsTexts>> = {
  en: {
    title: 'Mail',
    host: {
      label: 'Mail server',
      hint: 'Its name, as in smtp.example.org; empty to send no e-mails. Their links need the address of the site, too.',
    },
    port: { label: 'Port', hint: 'Usually 587, or 465 for TLS from the start.' },
    encryption: {
      label: 'Encryption',
      hint: '',
      choices: { starttls: 'STARTTLS', tls: 'TLS from the start', none: 'None' },
    },
    username: { label: 'Username', hint: 'Leave empty if the server asks for none.' },
    password: { label: 'Password', hint: '' },
    sender: {
      label: 'Sender',
      hint: 'The address e-mails come from; empty for octavo@ followed by the host of the site.',
    },
  },
  'zh-cn': {
    title: '邮件',
    host: { label: '邮件服务器', hint: '例如 smtp.example.org；留空则不发送邮件。邮件中要有链接，还需设置站点地址。' },
    port: { label: '端口', hint: '通常为 587；直接使用 TLS 时为 465。' },
    encryption: {
      label: '加密方式',
      hint: '',
      choices: { starttls: 'STARTTLS', tls: '直接使用 TLS', none: '不加密' },
    },
    username: { label: '用户名', hint: '服务器不要求登录时留空。' },
    password: { label: '密码', hint: '' },
    sender: { label: '发件人', hint: '发件邮箱；留空则为 octavo@站点主机名。' },
  },
}
