"""The BR Code of a fee: read back field by field, with a checksum worked out in another way."""

import binascii

import pytest

from carteado.web.events.pix_payment import Key, KeyKind, brcode, checksum, parse_key, plain

OF_THE_MANUAL = (
    "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR"
    "5913Fulano de Tal6008BRASILIA62070503***63041D3D"
)
"""The example of a static code in the Central Bank's manual."""


def fields_of(text: str) -> dict[str, str]:
    """The fields by their numbers; nothing may be left over."""
    found: dict[str, str] = {}
    while text:
        number, length = text[:2], int(text[2:4])
        assert number not in found
        found[number], text = text[4 : 4 + length], text[4 + length :]
        assert len(found[number]) == length
    return found


def test_the_example_of_the_manual_comes_out_letter_by_letter() -> None:
    key = "123e4567-e12b-12d1-a456-426655440000"
    assert brcode(key=key, name="Fulano de Tal", city="BRASILIA") == OF_THE_MANUAL


def test_everything_that_was_put_in_can_be_read_back() -> None:
    code = brcode(
        key="+5513998765432", name="Associação Atlética São João do Brejo", city="São José do Rio Preto",
        cents=1_234_05, txid="7xd1a2b3c4d",
    )  # fmt: skip
    fields = fields_of(code)
    assert fields_of(fields["26"]) == {"00": "br.gov.bcb.pix", "01": "+5513998765432"}
    assert (fields["00"], fields["52"], fields["53"], fields["58"]) == ("01", "0000", "986", "BR")
    assert fields["54"] == "1234.05"
    assert fields["59"] == "Associacao Atletica Sao J"
    assert fields["60"] == "Sao Jose do Rio"
    assert fields_of(fields["62"]) == {"05": "7xd1a2b3c4d"}
    assert list(fields)[-1] == "63"


@pytest.mark.parametrize("cents", [1, 10, 99, 100, 3000, 10_000_000])
def test_the_checksum_is_that_of_the_standard_library(cents: int) -> None:
    code = brcode(key="ana@exemplo.com.br", name="Ana", city="Santos", cents=cents)
    text, crc = code[:-4], code[-4:]
    assert int(crc, 16) == binascii.crc_hqx(text.encode(), 0xFFFF)
    assert crc == crc.upper()
    assert fields_of(code)["54"] == f"{cents / 100:.2f}"


def test_the_checksum_of_the_standards_own_example() -> None:
    assert checksum("123456789") == 0x29B1


def test_the_identifier_has_letters_and_digits_alone() -> None:
    code = brcode(key="ana@exemplo.com.br", name="Ana", city="Santos", txid="d-1_2 " + "x" * 40)
    assert fields_of(fields_of(code)["62"])["05"] == ("d12" + "x" * 22)


def test_a_name_that_nothing_is_left_of_is_refused() -> None:
    with pytest.raises(ValueError, match="59"):
        brcode(key="ana@exemplo.com.br", name="漢字", city="Santos")


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("529.982.247-25", Key(KeyKind.CPF, "52998224725")),
        ("52998224725", Key(KeyKind.CPF, "52998224725")),
        ("11.222.333/0001-81", Key(KeyKind.CNPJ, "11222333000181")),
        ("+55 (13) 99876-5432", Key(KeyKind.PHONE, "+5513998765432")),
        ("(13) 99876-5432", Key(KeyKind.PHONE, "+5513998765432")),
        (" Bia@Exemplo.com.br ", Key(KeyKind.EMAIL, "bia@exemplo.com.br")),
        ("123E4567-E12B-12D1-A456-426655440000", Key(KeyKind.RANDOM, "123e4567-e12b-12d1-a456-426655440000")),
    ],
)
def test_a_key_of_every_kind_is_known(written: str, key: Key) -> None:
    assert parse_key(written) == key


@pytest.mark.parametrize(
    "written",
    [
        "", "529.982.247-26", "11.222.333/0001-82", "+1 212 555 0100", "(13) 1234", "bia@", "bia", "13 99876-5432",
        "123e4567e12b12d1a456426655440000", "x" * 70 + "@exemplo.com.br", "１３９９８７６５４３２",
    ],
)  # fmt: skip
def test_what_is_no_key_is_not_taken(written: str) -> None:
    assert parse_key(written) is None


def test_a_name_is_cut_without_a_space_at_its_end() -> None:
    assert plain("Clube  da Praça\n XV", 9) == "Clube da"
