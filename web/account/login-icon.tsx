import { Building2, Cloud, CodeXml, GitBranch, KeyRound, MessagesSquare, ShieldCheck } from 'lucide-react'

const ICONS: Readonly<Record<string, typeof KeyRound>> = {
  branch: GitBranch,
  code: CodeXml,
  key: KeyRound,
  cloud: Cloud,
  messages: MessagesSquare,
  company: Building2,
  shield: ShieldCheck,
}

/** The icon of an external login; nothing for an unknown name. */
export function LoginIcon({ name }: { readonly name: string }) {
  const Icon = ICONS[name]
  return Icon ? <Icon aria-hidden /> : null
}
