import { z } from "zod";
import { Image, Instant, LanguageTag } from "./values.ts";

const CallToAction = z
  .strictObject({
    label: z.string().meta({ description: "Button text" }),
    href: z.string().meta({ description: "Absolute address, or path on the site" }),
  })
  .meta({ id: "CallToAction", description: "A button" });
const Hero = z
  .strictObject({
    title: z.string().meta({ description: "Plain text" }),
    subtitle: z.string().nullable().meta({ description: "Plain text; null if none" }),
    image: Image.nullable().meta({ description: "Picture; null if none" }),
    cta: CallToAction.nullable().meta({ description: "Button; null if none" }),
  })
  .meta({ id: "ServicesHero", description: "Head of the services page" });
const Process = z
  .strictObject({
    title: z.string().nullable().meta({ description: "Plain text; null if none" }),
    steps: z
      .array(
        z.strictObject({
          title: z.string().meta({ description: "Plain text" }),
          description: z.string().nullable().meta({ description: "Plain text; null if none" }),
        }),
      )
      .meta({ description: "In order" }),
  })
  .meta({ id: "ServicesProcess", description: "How the author works" });
const PageCta = z
  .strictObject({
    title: z.string().meta({ description: "Plain text" }),
    text: z.string().nullable().meta({ description: "Plain text; null if none" }),
    label: z.string().meta({ description: "Button text" }),
    href: z.string().meta({ description: "Absolute address, or path on the site" }),
  })
  .meta({ id: "ServicesCta", description: "Invitation at the end of the services page" });

export const ServicesPage = z
  .strictObject({
    locale: LanguageTag.meta({ description: "BCP 47 tag of the texts in this response" }),
    availableLocales: z.array(LanguageTag).meta({ description: "BCP 47 tags of all languages in which the page exists" }),
    hero: Hero.nullable().meta({ description: "Head of the page; null if none" }),
    process: Process.nullable().meta({ description: "How the author works; null if not stated" }),
    cta: PageCta.nullable().meta({ description: "Invitation at the end; null if none" }),
    translations: z
      .record(
        z.string(),
        z.strictObject({
          hero: Hero.nullable().meta({ description: "The same in that language" }),
          process: Process.nullable().meta({ description: "The same in that language" }),
          cta: PageCta.nullable().meta({ description: "The same in that language" }),
        }),
      )
      .meta({ description: "Texts in the other languages, by BCP 47 tag" }),
    updatedAt: Instant.nullable().meta({ description: "Date of the last change; null if undated" }),
  })
  .meta({ id: "ServicesPage", description: "Texts of the services page" });

export type ServicesPage = z.infer<typeof ServicesPage>;
