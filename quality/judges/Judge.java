import ezvcard.VCard;
import ezvcard.io.text.VCardReader;
import ezvcard.property.DateOrTimeProperty;
import ezvcard.property.StructuredName;
import ezvcard.property.Telephone;
import ezvcard.util.PartialDate;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads each vCard of a folder with ez-vcard. Prints a line of JSON for each file: null if ez-vcard does not
 * take it, else the properties that vcard-judges.mjs compares.
 */
public class Judge {
  public static void main(String[] args) throws IOException {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    try (Stream<Path> list = Files.list(Path.of(args[0]))) {
      for (Path file : list.sorted().collect(Collectors.toList())) {
        out.println("{\"file\":" + json(file.getFileName().toString()) + ",\"card\":" + read(file) + "}");
      }
    }
    out.flush();
  }

  static String read(Path file) throws IOException {
    try (VCardReader reader = new VCardReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      reader.setDefaultQuotedPrintableCharset(StandardCharsets.UTF_8);
      VCard card = reader.readNext();
      return card == null ? "null" : describe(card);
    } catch (IOException | RuntimeException error) {
      return "null";
    }
  }

  static String describe(VCard card) {
    StructuredName name = card.getStructuredName();
    List<String> given = new ArrayList<>();
    if (name != null && name.getGiven() != null) given.add(name.getGiven());
    if (name != null) given.addAll(name.getAdditionalNames());
    return "{\"family\":" + json(name == null ? null : name.getFamily() == null ? "" : name.getFamily())
        + ",\"given\":" + json(name == null ? null : String.join(" ", given))
        + ",\"fullNames\":" + texts(card.getFormattedNames().stream().map(one -> one.getValue()))
        + ",\"organizations\":" + texts(card.getOrganizations().stream().map(one -> String.join(" ", one.getValues())))
        + ",\"emails\":" + texts(card.getEmails().stream().map(one -> one.getValue()))
        + ",\"phones\":" + texts(card.getTelephoneNumbers().stream().map(Judge::phone))
        + ",\"birthdays\":" + texts(card.getBirthdays().stream().map(Judge::date))
        + ",\"notes\":" + texts(card.getNotes().stream().map(one -> one.getValue()))
        + ",\"relations\":" + texts(Stream.concat(
            card.getRelations().stream().map(one -> one.getText()),
            card.getExtendedProperties("X-ABRELATEDNAMES").stream().map(one -> one.getValue())))
        + "}";
  }

  static String phone(Telephone phone) {
    return phone.getUri() == null ? phone.getText() : phone.getUri().toString();
  }

  static String date(DateOrTimeProperty property) {
    PartialDate partial = property.getPartialDate();
    if (partial != null) return partial.toISO8601(true);
    Calendar date = property.getCalendar();
    if (date == null) return property.getText();
    String omitted = property.getParameter("X-APPLE-OMIT-YEAR");
    String year = String.format("%04d", date.get(Calendar.YEAR));
    String start = year.equals(omitted) ? "-" : year;
    return String.format("%s-%02d-%02d", start, date.get(Calendar.MONTH) + 1, date.get(Calendar.DAY_OF_MONTH));
  }

  static String texts(Stream<String> values) {
    return values.map(Judge::json).collect(Collectors.joining(",", "[", "]"));
  }

  static String json(String text) {
    if (text == null) return "null";
    StringBuilder quoted = new StringBuilder("\"");
    for (char character : text.toCharArray()) {
      boolean isPlain = character >= ' ' && character < 0x7f && character != '"' && character != '\\';
      if (isPlain) quoted.append(character);
      else quoted.append(String.format("\\u%04x", (int) character));
    }
    return quoted.append('"').toString();
  }
}
