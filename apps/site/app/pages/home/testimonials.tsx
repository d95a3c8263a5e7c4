import { ChevronLeft, ChevronRight, Pause, Play, Star } from 'lucide-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Avatar } from '@naic/ui/avatar.tsx'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { onEvents } from '@naic/ui/on-events.ts'
import { useHydrated } from '@naic/ui/use-hydrated.ts'
import home from '@naic/content/en/home.json' with { type: 'json' }
import testimonials from '@naic/content/testimonials.json' with { type: 'json' }

/**
 * A carousel after the pattern of the WAI-ARIA practices. Before its script has come, and
 * without it, every testimonial is there to read; the room it takes is the same.
 */
export function Testimonials() {
  const hydrated = useHydrated()
  const rotation = useRotation(testimonials.length)
  const { index, rotating, hold } = rotation
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
        <div className="wrap grid gap-x-16 gap-y-5 py-12 md:gap-y-8 md:py-28 lg:grid-cols-[20rem_1fr] lg:grid-rows-[auto_1fr]">
          <h2 id="testimonials" className="text-title">
            {home.testimonials.title}
          </h2>
          <CarouselControls
            names={testimonials.map(({ name }) => name)}
            rotation={rotation}
            className={`noscript:hidden self-end max-lg:order-last ${hydrated ? '' : 'invisible'}`}
          />
          <div
            id="testimonial-slides"
            data-stacked={hydrated}
            aria-live={rotating ? 'off' : 'polite'}
            className="carousel-slides lg:col-start-2 lg:row-span-2 lg:row-start-1"
          >
            {testimonials.map((testimonial, position) => (
              <TestimonialSlide
                key={testimonial.name}
                testimonial={testimonial}
                label={`${position + 1} of ${testimonials.length}`}
                shown={!hydrated || position === index}
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
  /** Its place among the others: "1 of 3". */
  label: string
  shown: boolean
}

function TestimonialSlide({ testimonial, label, shown }: Slide) {
  const { name, role, college, content } = testimonial
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      className={shown ? 'animate-[slide-in_250ms_ease-out]' : 'invisible'}
    >
      <figure className="flex h-full flex-col gap-4 md:gap-6">
        <p className="flex items-center gap-2">
          <span className="font-semibold">{rating}</span>
          <span className="sr-only">out of 5 stars</span>
          <span aria-hidden="true" className="text-marigold flex gap-0.5">
            {[1, 2, 3, 4, 5].map((star) => (
              <Star key={star} className="size-5 fill-current" />
            ))}
          </span>
        </p>
        <blockquote className="font-heading carousel-quote">
          <p>“{content}”</p>
        </blockquote>
        <figcaption className="mt-auto flex items-center gap-4">
          <Avatar name={name} />
          <span>
            <span className="block font-semibold">{name}</span>
            <span className="text-ink-pale block text-sm">
              {role}, {college}
            </span>
          </span>
        </figcaption>
      </figure>
    </div>
  )
}

type Controls = {
  /** Of the slides, in their order. */
  names: string[]
  rotation: ReturnType<typeof useRotation>
  className: string
}

function CarouselControls({ names, rotation, className }: Controls) {
  const { index, paused, canRotate, togglePaused, previous, next, show } = rotation
  return (
    <div className={`flex flex-wrap items-center gap-x-2 gap-y-2 ${className}`}>
      {canRotate ? (
        <RoundButton label={paused ? 'Start rotation' : 'Pause rotation'} onClick={togglePaused}>
          {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        </RoundButton>
      ) : null}
      <RoundButton label="Previous testimonial" onClick={previous}>
        <ChevronLeft aria-hidden />
      </RoundButton>
      <RoundButton label="Next testimonial" onClick={next}>
        <ChevronRight aria-hidden />
      </RoundButton>
      <div role="group" aria-label="Choose a testimonial" className="flex">
        {names.map((name, position) => (
          <button
            key={name}
            type="button"
            aria-label={`Show testimonial ${position + 1} of ${names.length}, by ${name}`}
            aria-current={position === index}
            aria-controls="testimonial-slides"
            onClick={() => show(position)}
            className="aria-[current=true]:text-marigold text-control hover:text-paper grid size-11 place-items-center rounded-full"
          >
            <LatticeStar className="size-4" />
          </button>
        ))}
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
 * Which of `count` slides is shown. It advances by itself every five seconds, unless the
 * visitor has paused it, is at it with pointer or focus (`hold`), or asks for reduced motion.
 */
function useRotation(count: number) {
  const [index, setIndex] = useState(0)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState({ pointer: false, focus: false })
  const still = useReducedMotion()
  const rotating = useHydrated() && !paused && !still && !held.pointer && !held.focus

  // Depending on `index`, each slide gets its full time, one that was chosen by hand too.
  useEffect(() => {
    if (!rotating) return
    const timer = setTimeout(() => setIndex((index + 1) % count), rotationMs)
    return () => clearTimeout(timer)
  }, [rotating, index, count])

  return {
    index,
    paused,
    rotating,
    /** Without motion there is nothing to pause. */
    canRotate: !still,
    show: setIndex,
    next: () => setIndex((index + 1) % count),
    previous: () => setIndex((index + count - 1) % count),
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
