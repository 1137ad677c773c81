import './top-bar.css'
import { Link } from 'wouter'
import { siteLook } from '../session/site-look.ts'
import { atSite } from '../site-path.ts'

/** Logo and name, linking to the home page. */
export function Brand() {
  const { name, logo } = siteLook()
  return (
    <Link href="/" className="brand" aria-label={name}>
      {logo === '' ? <Mark /> : <img src={atSite(logo)} alt="" />}
      <span className="brand-name">{name}</span>
    </Link>
  )
}

const Mark = () => (
  <svg viewBox="0 0 22 22" aria-hidden>
    <rect width="22" height="22" rx="5" fill="var(--accent)" />
    <path
      d="M6 6.5h4.2a.8.8 0 0 1 .8.8v8.2M16 6.5h-4.2a.8.8 0 0 0-.8.8v8.2M6 6.5v8h3.6a1.4 1.4 0 0 1 1.4 1.2 1.4 1.4 0 0 1 1.4-1.2H16v-8"
      fill="none"
      stroke="var(--on-accent)"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  </svg>
)
