import { Text } from "@mantine/core";
import { smsSize } from "#contract/values/sms-segments";
import { kes } from "../../console/format.ts";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";

/** As a customer reads it, with what it costs at the price of a segment, KES. */
export function SmsPreview(props: { name: string; text: string; lang?: string; segmentPrice: number }) {
  const { name, text, lang, segmentPrice } = props;
  const { segments, units, isPlain } = smsSize(text);
  return (
    <section aria-label={name}>
      <Text size="xs" c="dimmed">
        {t("Preview")}
      </Text>
      <Text size="sm" lang={lang} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {text}
      </Text>
      <Hint role="status">
        {t("{count, plural, one {# segment} other {# segments}}, {units} characters, {price}", {
          count: segments,
          units,
          price: kes(segments * segmentPrice),
        })}
      </Hint>
      {isPlain ? null : (
        <Hint>
          {t("A character that is not of the GSM alphabet, such as an emoji or ’, makes it dearer.")}
        </Hint>
      )}
    </section>
  );
}
