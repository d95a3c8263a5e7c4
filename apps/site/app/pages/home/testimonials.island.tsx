import { ChevronLeft, ChevronRight, Pause, Play, Star } from 'lucide-react'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Avatar } from '@naic/ui/avatar.tsx'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { onEvents } from '@naic/ui/on-events.ts'
import { useHydrated } from '@naic/ui/use-hydrated.ts'
import { fill } from '@naic/content/fill.ts'
import home from '@naic/content/en/home.json' with { type: 'json' }
import testimonials from '@naic/content/testimonials.json' with { type: 'json' }

const words = home.testimonials
const count = testimonials.length
const slideId = (position: number) => `testimonial-${position + 1}`

/**
 * A carousel after the pattern of the WAI-ARIA practices: a row that fingers move along, from the
 * first paint on. Dots are links until the script has come, which then makes them buttons and shows the
 * others, for which there is room. Without a script every testimonial is there to read.
 */
export function Testimonials() {
  const hydrated = useHydrated()
  const rotation = useRotation()
  const { index, rotating, hold, row, follow } = rotation
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only stands still while used
    <section
      aria-roledescription="carousel"
      aria-labelledby="testimonials"
      className="bg-ink text-paper jali"
      onPointerEnter={() => hold({ pointer: true })}
      onPointerLeave={() => hold({ pointer: false })}
      onFocus={() => hold({ focus: true })}
      onBlur={({ currentTarget, relatedTarget }) =>
        hold({ focus: currentTarget.contains(relatedTarget) })
      }
    >
      <div className="bg-ink/70">
        <div className="wrap grid gap-x-16 gap-y-3 py-7 md:py-14 lg:grid-cols-[20rem_1fr] lg:grid-rows-[auto_1fr]">
          <h2 id="testimonials" className="text-title">
            {words.title}
          </h2>
          <CarouselControls rotation={rotation} className="self-end max-lg:order-last" />
          <div
            ref={row}
            role="group"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard moves it along
            tabIndex={0}
            id="testimonial-slides"
            aria-label={words.slides}
            aria-live={rotating ? 'off' : 'polite'}
            onScrollEnd={follow}
            className="grid gap-10 slides:auto-cols-[100%] slides:grid-flow-col slides:gap-0 slides:overflow-x-auto slides:[scroll-snap-type:x_mandatory] slides:[scrollbar-width:none] motion-safe:slides:scroll-smooth lg:col-start-2 lg:row-span-2 lg:row-start-1"
          >
            {testimonials.map((testimonial, position) => (
              <TestimonialSlide
                key={testimonial.name}
                testimonial={testimonial}
                position={position}
                isBeside={hydrated && position !== index}
              />
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}

/** The same for every testimonial, so it is not in the data. */
const rating = '5.0'

type Slide = {
  testimonial: (typeof testimonials)[number]
  position: number
  /** Not the one that is shown. */
  isBeside: boolean
}

function TestimonialSlide({ testimonial, position, isBeside }: Slide) {
  const { name, role, college, content } = testimonial
  return (
    <div
      id={slideId(position)}
      role="group"
      aria-roledescription="slide"
      aria-label={fill(words.place, { number: position + 1, count })}
      aria-hidden={isBeside}
      className="slides:snap-start relative scroll-mt-[25svh]"
    >
      <figure className="flex h-full flex-col gap-3">
        <p className="flex items-center gap-2">
          <span className="font-semibold">{rating}</span>
          <span className="sr-only">{words.rating}</span>
          <span aria-hidden="true" className="text-marigold flex gap-0.5">
            {[1, 2, 3, 4, 5].map((star) => (
              <Star key={star} className="size-5 fill-current" />
            ))}
          </span>
        </p>
        <blockquote className="font-heading text-xl leading-[1.35] font-[640] md:text-heading">
          <p>“{content}”</p>
        </blockquote>
        <figcaption className="mt-auto flex items-center gap-3">
          <Avatar name={name} />
          <span>
            <span className="block font-semibold">{name}</span>
            <span className="text-ink-pale block text-sm leading-snug">
              {role}, {college}
            </span>
          </span>
        </figcaption>
      </figure>
    </div>
  )
}

type Controls = { rotation: ReturnType<typeof useRotation>; className: string }

const dot =
  'aria-[current=true]:text-marigold text-control hover:text-paper grid size-11 place-items-center rounded-full'

function CarouselControls({ rotation, className }: Controls) {
  const hydrated = useHydrated()
  const { index, paused, canRotate, togglePaused, previous, next, show } = rotation
  return (
    <div className={`noscript:hidden flex flex-wrap items-center gap-2 ${className}`}>
      <div className={`flex gap-2 ${hydrated ? '' : 'invisible'}`}>
        {canRotate ? (
          <RoundButton label={paused ? words.start : words.pause} onClick={togglePaused}>
            {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
          </RoundButton>
        ) : null}
        <RoundButton label={words.previous} onClick={previous}>
          <ChevronLeft aria-hidden />
        </RoundButton>
        <RoundButton label={words.next} onClick={next}>
          <ChevronRight aria-hidden />
        </RoundButton>
      </div>
      <div role="group" aria-label={words.choose} className="flex">
        {testimonials.map(({ name }, position) => {
          const label = fill(words.show, { number: position + 1, count, name })
          const star = <LatticeStar className="size-4" />
          return hydrated ? (
            <button
              key={name}
              type="button"
              aria-label={label}
              aria-current={position === index}
              aria-controls="testimonial-slides"
              onClick={() => show(position)}
              className={dot}
            >
              {star}
            </button>
          ) : (
            <a
              key={name}
              href={`#${slideId(position)}`}
              aria-label={label}
              aria-current={position === index}
              className={dot}
            >
              {star}
            </a>
          )
        })}
      </div>
    </div>
  )
}

type RoundButtonProps = { label: string; onClick: () => void; children: ReactNode }

function RoundButton({ label, onClick, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-controls="testimonial-slides"
      onClick={onClick}
      className="border-control hover:border-paper grid size-11 place-items-center rounded-full border"
    >
      {children}
    </button>
  )
}

const rotationMs = 5000

/**
 * Which slide is shown. The row advances by itself every five seconds, unless the visitor has paused
 * it, is at it with pointer or focus (`hold`), or asks for reduced motion.
 */
function useRotation() {
  const [index, setIndex] = useState(0)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState({ pointer: false, focus: false })
  const row = useRef<HTMLDivElement>(null)
  const still = useReducedMotion()
  const rotating = useHydrated() && !paused && !still && !held.pointer && !held.focus

  const show = useCallback((position: number) => {
    const shown = (position + count) % count
    setIndex(shown)
    if (row.current) row.current.scrollLeft = shown * row.current.clientWidth
  }, [])
  /** After a swipe, or a dot that was a link. */
  const follow = () => {
    const { scrollLeft = 0, clientWidth = 1 } = row.current ?? {}
    setIndex(Math.round(scrollLeft / clientWidth))
  }
  // It may have been moved along before the script came.
  useEffect(follow, [])

  // Depending on `index`, each slide gets its full time, one that was chosen by hand too.
  useEffect(() => {
    if (!rotating) return
    const timer = setTimeout(() => show(index + 1), rotationMs)
    return () => clearTimeout(timer)
  }, [rotating, index, show])

  return {
    index,
    paused,
    rotating,
    row,
    follow,
    /** Without motion there is nothing to pause. */
    canRotate: !still,
    show,
    next: () => show(index + 1),
    previous: () => show(index - 1),
    togglePaused: () => setPaused(!paused),
    hold: (by: Partial<typeof held>) => setHeld((before) => ({ ...before, ...by })),
  }
}

const motion = () => window.matchMedia('(prefers-reduced-motion: reduce)')
const onMotion = onEvents(motion, 'change')

const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    onMotion,
    () => motion().matches,
    () => false,
  )
