/** Product page for businesses (PUB-01): benefits for their back-office, trust, and first steps. */
import { Exchange } from './exchange.tsx'
import { Facts } from './facts.tsx'
import { Growth } from './growth.tsx'
import { Hero } from './hero.tsx'
import classes from './landing.module.css'
import { Security } from './security.tsx'
import { Services } from './services.tsx'
import { Steps } from './steps.tsx'
import { Trace } from './trace.tsx'

export default function LandingScreen() {
  return (
    <div className={classes.page}>
      <Hero />
      <Services />
      <Security />
      <Trace />
      <Exchange />
      <Growth />
      <Facts />
      <Steps />
    </div>
  )
}
