import { ChevronLeft, ChevronRight, Pause, Play, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '@naic/ui/avatar.tsx'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { fill } from '@naic/content/fill.ts'
import home from '@naic/content/en/home.json' with { type: 'json' }
import testimonials from '@naic/content/testimonials.json' with { type: 'json' }

const words = home.testimonials
const count = testimonials.length
const slideId = (position: number) => `testimonial-${position + 1}`

/**
 * A row that fingers and keys move along, which the browser does by itself. `carousel.island.ts` lets it rotate, shows
 * its other buttons, and makes buttons of the dots, which are links until then. Without a script every testimonial
 * is there to read.
 */
export function Testimonials() {
  return (
    <section
      aria-roledescription={words.kind}
      aria-labelledby="testimonials"
      className="bg-ink text-paper jali"
    >
      <div className="bg-ink/70">
        <div className="wrap grid gap-x-16 gap-y-3 py-7 md:py-14 lg:grid-cols-[20rem_1fr] lg:grid-rows-[auto_1fr]">
          <h2 id="testimonials" className="text-title">
            {words.title}
          </h2>
          <CarouselControls />
          <div
            role="group"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard moves it along
            tabIndex={0}
            id="testimonial-slides"
            aria-label={words.slides}
            className="carousel-slides lg:col-start-2 lg:row-span-2 lg:row-start-1"
          >
            {testimonials.map((testimonial, position) => (
              <TestimonialSlide
                key={testimonial.name}
                testimonial={testimonial}
                position={position}
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

type Slide = { testimonial: (typeof testimonials)[number]; position: number }

function TestimonialSlide({ testimonial, position }: Slide) {
  const { name, role, college, content } = testimonial
  return (
    <div
      id={slideId(position)}
      role="group"
      aria-roledescription={words.slide}
      aria-label={fill(words.place, { number: position + 1, count })}
      className="relative scroll-mt-[25svh]"
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
        <blockquote className="font-heading carousel-quote">
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

function CarouselControls() {
  return (
    <div className="noscript:hidden flex flex-wrap items-center gap-2 self-end max-lg:order-last">
      <div className="invisible flex gap-2">
        <RoundButton label={words.pause} otherLabel={words.start}>
          <Pause aria-hidden />
          <span hidden>
            <Play aria-hidden />
          </span>
        </RoundButton>
        <RoundButton label={words.previous}>
          <ChevronLeft aria-hidden />
        </RoundButton>
        <RoundButton label={words.next}>
          <ChevronRight aria-hidden />
        </RoundButton>
      </div>
      <div role="group" aria-label={words.choose} className="flex">
        {testimonials.map(({ name }, position) => (
          <a
            key={name}
            href={`#${slideId(position)}`}
            aria-label={fill(words.show, { number: position + 1, count, name })}
            aria-current={position === 0 || undefined}
            className="aria-[current=true]:text-marigold text-control hover:text-paper grid size-11 place-items-center rounded-full"
          >
            <LatticeStar className="size-4" />
          </a>
        ))}
      </div>
    </div>
  )
}

type RoundButtonProps = {
  label: string
  /** Once it was pressed, until it is pressed again. */
  otherLabel?: string
  children: ReactNode
}

function RoundButton({ label, otherLabel, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      data-other={otherLabel}
      aria-label={label}
      className="border-control hover:border-paper grid size-11 place-items-center rounded-full border"
    >
      {children}
    </button>
  )
}
