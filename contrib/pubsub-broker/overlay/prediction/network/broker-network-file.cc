// SPDX-License-Identifier: GPL-2.0-only
//
// The file of a trained network, which spark_analysis/prediction/network/network_file.py writes.
#include "broker-json-value.h"
#include "broker-traffic-network.h"

#include "ns3/broker-input.h"

#include <fstream>
#include <set>
#include <sstream>
#include <utility>

namespace ns3::pubsub::broker
{

namespace
{

const std::vector<std::string> NETWORK_INPUTS{
    "traffic",
    "previous_traffic",
    "subscription_change",
    "advertisement_change",
}; ///< names of the inputs

/// Inputs of a network without changes.
constexpr std::size_t TRAFFIC_INPUTS = 2;

const std::set<std::string> NETWORK_KEYS{
    "format",
    "version",
    "inputs",
    "hidden_function",
    "output_function",
    "hidden_biases",
    "hidden_weights",
    "input_low",
    "input_high",
    "output_low",
    "output_high",
    "output_weights",
    "output_bias",
}; ///< all that there have to be

/// @brief The object of a network's file.
class NetworkObject
{
  public:
    /// @param object that was read
    explicit NetworkObject(JsonValue object)
        : m_root(std::move(object)),
          m_object(m_root.As<JsonValue::Object>())
    {
        const auto* format = m_object ? Find<std::string>("format") : nullptr;
        if (!format || *format != "pubsub-traffic-network")
        {
            throw BrokerInputError("is no trained network: its format is missing or another");
        }
        const auto* version = Find<double>("version");
        if (!version || *version != 1.0)
        {
            throw BrokerInputError("has another version; expected 1");
        }
        CheckKeys();
        const auto* hidden = Find<std::string>("hidden_function");
        const auto* output = Find<std::string>("output_function");
        if (!hidden || *hidden != "tanh" || !output || *output != "logistic")
        {
            throw BrokerInputError("has other functions than tanh and logistic");
        }
    }

    /// @return number of inputs
    std::size_t Inputs() const
    {
        const auto* list = Find<JsonValue::List>("inputs");
        std::vector<std::string> names;
        for (const JsonValue& each : list ? *list : JsonValue::List())
        {
            const auto* name = each.As<std::string>();
            names.push_back(name ? *name : "");
        }
        const std::vector<std::string> first(NETWORK_INPUTS.begin(),
                                             NETWORK_INPUTS.begin() + TRAFFIC_INPUTS);
        if (names != NETWORK_INPUTS && names != first)
        {
            throw BrokerInputError("has other inputs; expected " + Listed(NETWORK_INPUTS) +
                                   " or the first two");
        }
        return names.size();
    }

    /// @return number of hidden neurons
    std::size_t Hidden() const
    {
        const auto* biases = Find<JsonValue::List>("hidden_biases");
        return biases ? biases->size() : 0;
    }

    /**
     * @param key of a number
     * @return the number
     */
    double Number(const std::string& key) const
    {
        const auto* number = Find<double>(key);
        return number ? *number : RefuseNumbers(key, "single");
    }

    /**
     * @param key of a list of numbers
     * @param size of the list
     * @return the numbers
     */
    std::vector<double> Numbers(const std::string& key, std::size_t size) const
    {
        const auto* list = Find<JsonValue::List>(key);
        const auto numbers = list ? NumbersOf(*list) : std::vector<double>();
        if (numbers.empty() || numbers.size() != size)
        {
            RefuseNumbers(key, std::to_string(size));
        }
        return numbers;
    }

    /// @return the weights of each hidden neuron
    std::vector<std::vector<double>> HiddenWeights() const
    {
        const auto* rows = Find<JsonValue::List>("hidden_weights");
        std::vector<std::vector<double>> weights;
        for (const JsonValue& row : rows ? *rows : JsonValue::List())
        {
            const auto* list = row.As<JsonValue::List>();
            weights.push_back(list ? NumbersOf(*list) : std::vector<double>());
        }
        bool isRight = !weights.empty() && weights.size() == Hidden();
        for (const auto& row : weights)
        {
            isRight = isRight && row.size() == Inputs();
        }
        if (!isRight)
        {
            RefuseNumbers("hidden_weights",
                          std::to_string(Hidden()) + "x" + std::to_string(Inputs()));
        }
        return weights;
    }

  private:
    /**
     * @param list of values
     * @return them as numbers; none if one is no number
     */
    static std::vector<double> NumbersOf(const JsonValue::List& list)
    {
        std::vector<double> numbers;
        for (const JsonValue& each : list)
        {
            const auto* number = each.As<double>();
            if (!number)
            {
                return {};
            }
            numbers.push_back(*number);
        }
        return numbers;
    }

    /// @brief Refuse the file for what a key does not have.
    /// @param key of it
    /// @param count of numbers that were expected
    /// @return never
    static double RefuseNumbers(const std::string& key, const std::string& count)
    {
        throw BrokerInputError("has no " + count + " finite numbers in " + key);
    }

    /// @brief Refuse the file if keys are missing or unknown.
    void CheckKeys() const
    {
        std::vector<std::string> wrong;
        for (const auto& [key, value] : *m_object)
        {
            if (!NETWORK_KEYS.contains(key))
            {
                wrong.push_back(Quoted(key));
            }
        }
        for (const std::string& key : NETWORK_KEYS)
        {
            if (!m_object->contains(key))
            {
                wrong.push_back(key);
            }
        }
        if (!wrong.empty())
        {
            throw BrokerInputError("has missing or unknown keys: " + Listed(wrong));
        }
    }

    /**
     * @tparam T type of the value
     * @param key of it
     * @return the value, or null
     */
    template <typename T>
    const T* Find(const std::string& key) const
    {
        const auto place = m_object->find(key);
        return place == m_object->end() ? nullptr : place->second.As<T>();
    }

    JsonValue m_root;                  ///< what was read
    const JsonValue::Object* m_object; ///< the same as an object; null if it is none
};

/**
 * @param object of the file
 * @return the network
 */
TrafficNetwork
NetworkOf(const NetworkObject& object)
{
    TrafficNetwork network;
    const std::size_t inputs = object.Inputs();
    network.hiddenWeights = object.HiddenWeights();
    network.hiddenBiases = object.Numbers("hidden_biases", object.Hidden());
    network.outputWeights = object.Numbers("output_weights", object.Hidden());
    network.outputBias = object.Number("output_bias");
    const auto lows = object.Numbers("input_low", inputs);
    const auto highs = object.Numbers("input_high", inputs);
    network.scaling.output = {object.Number("output_low"), object.Number("output_high")};
    bool isRight = network.scaling.output.low <= network.scaling.output.high;
    for (std::size_t i = 0; i < inputs; ++i)
    {
        network.scaling.inputs.push_back({lows[i], highs[i]});
        isRight = isRight && lows[i] <= highs[i];
    }
    if (!isRight)
    {
        throw BrokerInputError("has a scaling whose low is above its high");
    }
    return network;
}

} // namespace

TrafficNetwork
ReadTrafficNetwork(const std::string& file)
{
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream || text.str().empty())
    {
        throw BrokerInputError(file + " cannot be read; expected the file of a trained network");
    }
    try
    {
        return NetworkOf(NetworkObject(JsonValue::Parse(text.str())));
    }
    catch (const BrokerInputError& error)
    {
        throw BrokerInputError(file + " " + error.what());
    }
}

} // namespace ns3::pubsub::broker
