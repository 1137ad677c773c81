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

/** The picture of a site where people log in; nothing for a name nobody knows. */
export function LoginIcon({ name }: { readonly name: string }) {
  const Icon = ICONS[name]
  return Icon ? <Icon aria-hidden /> : null
}
